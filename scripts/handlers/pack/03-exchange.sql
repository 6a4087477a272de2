-- The log of exchanges. This file also stands alone: a gateway that only wants to log needs no more of the pack. Then
-- a role that logs needs
--   GRANT USAGE ON SCHEMA api TO <role>; GRANT INSERT ON api.mcp_exchange TO <role>;
-- and nobody but the owner can read what was logged.

CREATE SCHEMA IF NOT EXISTS api;

-- IF NOT EXISTS would take somebody else's table of this name for ours.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass('api.mcp_exchange')) AND (
    SELECT count(*) FROM pg_catalog.pg_attribute WHERE attrelid = pg_catalog.to_regclass('api.mcp_exchange')
      AND attname IN ('source', 'token_id', 'fingerprint', 'verdict', 'handler_id') AND NOT attisdropped) <> 5 THEN
    RAISE EXCEPTION 'api.mcp_exchange exists and is not the log of this pack' USING ERRCODE = 'duplicate_table';
  END IF;
END
$$;

CREATE TABLE IF NOT EXISTS api.mcp_exchange (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  source text NOT NULL CONSTRAINT mcp_exchange_source_check CHECK (source IN ('gateway', 'handler')),
  db_role text NOT NULL DEFAULT current_user,
  request_id text,
  tenant_id text,
  token_id text,
  user_id text,
  method text,
  mcp_type text,
  mcp_name text,
  handler_id uuid,
  fingerprint text,
  verdict text,
  error_code text,
  sqlstate text,
  rows bigint,
  bytes bigint,
  duration_ms numeric,
  request jsonb,
  response jsonb,
  detail jsonb
);
CREATE INDEX IF NOT EXISTS mcp_exchange_created_at_idx ON api.mcp_exchange (created_at);
REVOKE ALL ON TABLE api.mcp_exchange FROM PUBLIC;

COMMENT ON TABLE api.mcp_exchange IS
  'One row for each exchange, never with argument values; delete old rows by created_at as your retention demands';
COMMENT ON COLUMN api.mcp_exchange.source IS 'Who wrote the row: the gateway, or the dispatcher of handlers in this database';
COMMENT ON COLUMN api.mcp_exchange.db_role IS 'The role that wrote the row';
COMMENT ON COLUMN api.mcp_exchange.verdict IS 'Of the dispatcher: ok, error (the handler''s own), failed (it broke), refused (it never ran)';
COMMENT ON COLUMN api.mcp_exchange.request IS 'Names of the arguments, or the URI';
COMMENT ON COLUMN api.mcp_exchange.response IS 'The error the caller saw; NULL after success';
COMMENT ON COLUMN api.mcp_exchange.detail IS 'What a failed handler raised: for the DBA, never sent to a caller';

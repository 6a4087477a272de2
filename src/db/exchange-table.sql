-- Where Postern leaves a row for each call when a tenant's policy says auditToDatabase. It holds no SQL text, no
-- parameters and no rows: a statement is known by its fingerprint. The role of the connection needs USAGE on the schema
-- and INSERT on the table, and nothing else.
CREATE SCHEMA IF NOT EXISTS api;

CREATE TABLE IF NOT EXISTS api.mcp_exchange (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Who wrote it: 'gateway' is Postern, 'handler' the database itself.
  source text NOT NULL,
  request_id text,
  tenant_id text,
  token_id text,
  user_id text,
  method text,
  mcp_type text,
  mcp_name text,
  fingerprint text,
  verdict text,
  error_code text,
  sqlstate text,
  rows bigint,
  bytes bigint,
  duration_ms numeric
);

CREATE INDEX IF NOT EXISTS mcp_exchange_created_at ON api.mcp_exchange (created_at);

REVOKE ALL ON api.mcp_exchange FROM PUBLIC;

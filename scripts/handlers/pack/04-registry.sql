-- The registry of handlers, and how a gateway learns that it changed: by asking for a version, or by listening.

CREATE TABLE IF NOT EXISTS api.handler (
  id uuid PRIMARY KEY,
  handler_type api.handler_type NOT NULL,
  name text NOT NULL UNIQUE CONSTRAINT handler_name_check CHECK (name ~ '^[a-zA-Z][a-zA-Z0-9_.-]{0,48}$'),
  -- At most 62 bytes, so never truncated: two names never share a function.
  function_name text NOT NULL GENERATED ALWAYS AS (handler_type::text || '_' || name) STORED,
  title text,
  description text,
  input_schema api.json_schema,
  output_schema api.json_schema,
  uri_template text,
  mime_type text,
  arguments jsonb,
  requires_auth boolean NOT NULL DEFAULT true,
  min_transaction_isolation text CONSTRAINT handler_isolation_check
    CHECK (min_transaction_isolation IN ('read committed', 'repeatable read', 'serializable')),
  read_only boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  from_pack boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT handler_kind_check CHECK (
    (handler_type = 'mcp_tool') = (input_schema IS NOT NULL)
    AND (handler_type = 'mcp_tool' OR output_schema IS NULL)
    AND (handler_type = 'mcp_resource') = (uri_template IS NOT NULL)
    AND (handler_type = 'mcp_resource') = (mime_type IS NOT NULL)
    AND (handler_type = 'mcp_prompt') = (arguments IS NOT NULL))
);
COMMENT ON TABLE api.handler IS 'The registered handlers; changed by api.create_or_replace_mcp_handler and api.drop_mcp_handler';
COMMENT ON COLUMN api.handler.from_pack IS 'An example of the pack as it was delivered; registering it again makes it yours';

CREATE TABLE IF NOT EXISTS api.catalog_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
COMMENT ON TABLE api.catalog_state IS 'The version of the registry, in one row';
INSERT INTO api.catalog_state (version)
VALUES ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint) ON CONFLICT DO NOTHING;

REVOKE ALL ON TABLE api.handler, api.catalog_state FROM PUBLIC;

-- The time keeps versions apart even when the pack was removed and installed again.
CREATE OR REPLACE FUNCTION api.announce_catalog_change() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE api.catalog_state
  SET version = greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
  PERFORM pg_notify('postern_schema', '');
END
$$;

CREATE OR REPLACE FUNCTION api.on_handler_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM api.announce_catalog_change();
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER handler_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api.handler
FOR EACH STATEMENT EXECUTE FUNCTION api.on_handler_change();

CREATE OR REPLACE FUNCTION api.catalog_version() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT version FROM api.catalog_state);
COMMENT ON FUNCTION api.catalog_version() IS
  'Grows with every change of the registry and of who may use it; below 2^53';

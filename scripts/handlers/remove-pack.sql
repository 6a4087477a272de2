-- Drops the pack with every registered handler, yours included, and the log of exchanges when it is empty. Objects are
-- dropped by name and without CASCADE: what depends on them stops all of it, and what else is in the schema stays.
--   psql -1 -v ON_ERROR_STOP=1 -f scripts/handlers/remove-pack.sql "$DATABASE_URL"
SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

DO $$
DECLARE
  -- The registry stands on these, so they go last.
  c_last constant text[] := '{api.is_json_subschema(jsonb),api.is_json_schema(jsonb),api.on_handler_change()}';
  v_functions text;
  v_has_rows boolean;
BEGIN
  PERFORM api.drop_mcp_handler(name) FROM api.handler;
  PERFORM api.announce_catalog_change();

  SELECT string_agg(signature, ', ') INTO v_functions
  FROM api.pack_functions() WHERE signature <> ALL (c_last) AND to_regprocedure(signature) IS NOT NULL;
  EXECUTE 'DROP FUNCTION ' || v_functions;
  DROP VIEW api.mcp_route;
  DROP TABLE api.handler, api.catalog_state;
  DROP DOMAIN api.json_schema, api.handler_type;
  DROP TYPE api.mcp_request, api.mcp_response;
  EXECUTE 'DROP FUNCTION ' || array_to_string(c_last, ', ');

  IF to_regclass('api.mcp_exchange') IS NOT NULL THEN
    LOCK TABLE api.mcp_exchange IN ACCESS EXCLUSIVE MODE;
    SELECT EXISTS (SELECT FROM api.mcp_exchange) INTO v_has_rows;
    IF NOT v_has_rows THEN DROP TABLE api.mcp_exchange; END IF;
  END IF;
  IF NOT EXISTS (
    SELECT FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid = to_regnamespace('api') AND deptype = 'n'
  ) THEN
    DROP SCHEMA api;
  END IF;
END
$$;

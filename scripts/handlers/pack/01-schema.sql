-- The schema of the handler pack. The files of this folder are run in order, in one transaction, by psql alone:
--   cat scripts/handlers/pack/*.sql | psql -1 -v ON_ERROR_STOP=1 -f - "$DATABASE_URL"
-- Running them again brings an older pack to this version and leaves a current one as it is.
--
-- No function of the pack is SECURITY DEFINER. Whoever calls a handler runs it with their own rights, so grants and row
-- level security decide what it reaches, and the log needs no more than INSERT on some columns.

-- Names in SQL functions are bound when they are created: nothing in anybody's schema may stand in for the catalogue's.
SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
-- A role or database may have it off, and then backslashes in patterns would be lost.
SELECT pg_catalog.set_config('standard_conforming_strings', 'on', true);
-- Two installations at once would stumble over each other's half-made objects.
SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('postern handler pack', 0));

DO $$
DECLARE
  v_schema oid := to_regnamespace('api');
  v_exchange oid := (SELECT attrelid FROM pg_attribute
    WHERE attrelid = to_regclass('api.mcp_exchange') AND attname = 'fingerprint');
BEGIN
  -- The owner of a schema can drop whatever is in it, and whoever may create there can put something else in its place:
  -- everybody who uses handlers would run that with rights of their own. PUBLIC loses its rights below.
  IF EXISTS (
    SELECT FROM pg_namespace n JOIN pg_roles me ON me.rolname = current_user
    WHERE n.oid = v_schema AND (n.nspowner <> me.oid OR EXISTS (
      SELECT FROM aclexplode(n.nspacl) a WHERE a.privilege_type = 'CREATE' AND a.grantee NOT IN (0, n.nspowner)))
  ) THEN
    RAISE EXCEPTION 'schema api is not yours alone: another role owns it or may create in it' USING
      ERRCODE = 'insufficient_privilege', HINT = 'ALTER SCHEMA api OWNER TO you, and REVOKE CREATE ON SCHEMA api from others.';
  END IF;
  IF v_schema IS NULL
    OR EXISTS (SELECT FROM pg_proc WHERE pronamespace = v_schema AND proname = 'postern_pack_version') THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = v_schema AND proname = 'mcp_handle_request') THEN
    RAISE EXCEPTION 'schema api holds another implementation of this API'
      USING ERRCODE = 'duplicate_schema', HINT = 'It works as it is; the pack neither changes nor replaces it.';
  END IF;
  -- The log of exchanges may have been created alone, see 03-exchange.sql.
  IF EXISTS (
    SELECT FROM pg_depend d
    WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = v_schema AND d.deptype = 'n'
      AND NOT (d.classid = 'pg_class'::regclass AND v_exchange IS NOT NULL
        AND (d.objid = v_exchange OR EXISTS (
          SELECT FROM pg_depend s WHERE s.classid = 'pg_class'::regclass AND s.objid = d.objid
            AND s.refclassid = 'pg_class'::regclass AND s.refobjid = v_exchange AND s.deptype = 'i')))
  ) THEN
    RAISE EXCEPTION 'schema api exists and holds something else'
      USING ERRCODE = 'duplicate_schema', HINT = 'Rename that schema, or install the pack into another database.';
  END IF;
END
$$;

CREATE SCHEMA IF NOT EXISTS api;
REVOKE ALL ON SCHEMA api FROM PUBLIC;
COMMENT ON SCHEMA api IS 'MCP tools, resources and prompts written in SQL (Postern handler pack)';

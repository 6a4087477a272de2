-- The last file: by this function an installation is known as ours, and complete. Its text is read from the catalogue,
-- so that finding out needs no rights and runs nobody's code.
CREATE OR REPLACE FUNCTION api.postern_pack_version() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 1';
COMMENT ON FUNCTION api.postern_pack_version() IS 'The version of the Postern handler pack in this schema';

-- Functions are born executable by PUBLIC.
DO $$
DECLARE
  v_signature text;
  v_role regrole;
BEGIN
  FOR v_signature IN SELECT signature FROM api.pack_functions() LOOP
    EXECUTE 'REVOKE ALL ON FUNCTION ' || v_signature || ' FROM PUBLIC';
  END LOOP;
  -- Roles that use an older version get what is new in this one, but no handler that was taken from them.
  FOR v_role IN SELECT api.using_roles() LOOP
    PERFORM api.change_mcp_use(r.rolname, true, false) FROM pg_roles r WHERE r.oid = v_role;
  END LOOP;
END
$$;

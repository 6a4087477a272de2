-- Whether the database has the handler API, whether it is our own pack, and whether it may be asked, in the words we
-- know, what its requests need. Names no function of the API itself, which may be missing. Whoever may create a schema
-- could make one of this name and have callers run it: it must belong to the database's owner, to somebody who can act as
-- the owner or as whom the owner can act, or to a superuser. pg_has_role would take a superuser for a member of all.
WITH RECURSIVE owner (role) AS (SELECT datdba FROM pg_database WHERE datname = current_database()),
trusted (role) AS (
  SELECT role FROM owner
  UNION SELECT oid FROM pg_roles WHERE rolname = 'pg_database_owner'
  UNION SELECT m.roleid FROM pg_auth_members m JOIN trusted t ON m.member = t.role),
makers (role) AS (
  SELECT nspowner FROM pg_namespace WHERE oid = to_regnamespace('api')
  UNION SELECT proowner FROM pg_proc WHERE oid = to_regprocedure('api.mcp_handle_request(jsonb,jsonb)'))
SELECT
  coalesce(has_schema_privilege(to_regnamespace('api'), 'USAGE')
    AND has_function_privilege(to_regprocedure('api.mcp_handle_request(jsonb,jsonb)'), 'EXECUTE'), false)
    AND NOT EXISTS (
      SELECT FROM makers m JOIN pg_roles r ON r.oid = m.role
      WHERE NOT r.rolsuper AND m.role NOT IN (SELECT role FROM trusted)
        AND NOT EXISTS (SELECT FROM owner o WHERE pg_has_role(m.role, o.role, 'MEMBER'))),
  to_regprocedure('api.postern_pack_version()') IS NOT NULL,
  EXISTS (SELECT FROM pg_proc WHERE oid = to_regprocedure('api.mcp_request_policy(jsonb,text)')
    AND has_function_privilege(oid, 'EXECUTE')
    AND proargnames @> '{transaction_isolation,transaction_read_only,transaction_deferrable}'::text[])

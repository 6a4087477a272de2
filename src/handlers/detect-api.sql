-- Whether the database has the handler API, whether it is our own pack, and whether it may be asked, in the words we
-- know, what its requests need. Names no function of the API itself, which may be missing; nor does it look one up by
-- to_regprocedure, which fails for a role that may not use the schema. Whoever may create a schema could make one of this
-- name and have callers run it: it must belong to the database's owner, to somebody who can act as the owner or as whom
-- the owner can act, or to a superuser. pg_has_role would take a superuser for a member of all.
WITH RECURSIVE owner (role) AS (SELECT datdba FROM pg_database WHERE datname = current_database()),
trusted (role) AS (
  SELECT role FROM owner
  UNION SELECT oid FROM pg_roles WHERE rolname = 'pg_database_owner'
  UNION SELECT m.roleid FROM pg_auth_members m JOIN trusted t ON m.member = t.role),
api (oid, owner) AS (SELECT oid, nspowner FROM pg_namespace WHERE nspname = 'api' AND has_schema_privilege(oid, 'USAGE')),
functions (oid, signature, owner, argument_names) AS (
  SELECT p.oid, format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)), p.proowner, p.proargnames
  FROM pg_proc p JOIN api ON p.pronamespace = api.oid
  WHERE p.proname IN ('mcp_handle_request', 'mcp_request_policy', 'postern_pack_version')),
dispatcher (oid, owner) AS (
  SELECT oid, owner FROM functions
  WHERE signature = 'mcp_handle_request(jsonb, jsonb)' AND has_function_privilege(oid, 'EXECUTE'))
SELECT
  EXISTS (SELECT FROM dispatcher)
    AND NOT EXISTS (
      SELECT FROM (SELECT owner FROM api UNION SELECT owner FROM dispatcher) AS makers (role)
      JOIN pg_roles r ON r.oid = makers.role
      WHERE NOT r.rolsuper AND makers.role NOT IN (SELECT role FROM trusted)
        AND NOT EXISTS (SELECT FROM owner o WHERE pg_has_role(makers.role, o.role, 'MEMBER'))),
  EXISTS (SELECT FROM functions WHERE signature = 'postern_pack_version()'),
  EXISTS (SELECT FROM functions WHERE signature = 'mcp_request_policy(jsonb, text)'
    AND has_function_privilege(oid, 'EXECUTE')
    AND argument_names @> '{transaction_isolation,transaction_read_only,transaction_deferrable}'::text[])

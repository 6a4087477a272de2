-- Whether the database has the handler API, whether it is our own pack, and whether it may be asked, in the words we
-- know, what its requests need. Names no function of the API itself, which may be missing.
SELECT
  coalesce(has_schema_privilege(to_regnamespace('api'), 'USAGE')
    AND has_function_privilege(to_regprocedure('api.mcp_handle_request(jsonb,jsonb)'), 'EXECUTE'), false),
  to_regprocedure('api.postern_pack_version()') IS NOT NULL,
  EXISTS (SELECT FROM pg_proc WHERE oid = to_regprocedure('api.mcp_request_policy(jsonb,text)')
    AND has_function_privilege(oid, 'EXECUTE')
    AND proargnames @> '{transaction_isolation,transaction_read_only,transaction_deferrable}'::text[])

-- Whether the database has the handler API, may be asked for what its requests need, and can tell when its registry
-- changed. Names no function of the API itself, which may be missing.
SELECT
  coalesce(has_schema_privilege(to_regnamespace('api'), 'USAGE')
    AND has_function_privilege(to_regprocedure('api.mcp_handle_request(jsonb,jsonb)'), 'EXECUTE'), false),
  coalesce(has_function_privilege(to_regprocedure('api.mcp_request_policy(jsonb,text)'), 'EXECUTE'), false),
  coalesce(has_function_privilege(to_regprocedure('api.catalog_version()'), 'EXECUTE'), false)

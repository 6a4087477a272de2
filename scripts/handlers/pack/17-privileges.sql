-- Who may do what. PUBLIC may do nothing; api.grant_mcp_use lets a role list and call handlers.

-- Every function of the pack, and whether a role that uses handlers calls it, itself or through another one.
CREATE OR REPLACE FUNCTION api.pack_functions(OUT signature text, OUT for_use boolean) RETURNS SETOF record
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT 'api.' || f.signature, f.for_use FROM (VALUES
    ('is_json_subschema(jsonb)', false), ('is_json_schema(jsonb)', false),
    ('announce_catalog_change()', false), ('on_handler_change()', false), ('catalog_version()', true),
    ('uri_template_problem(text)', false), ('uri_pattern(text)', true), ('percent_decode(text)', true),
    ('mcp_uri_variables(text, text)', true),
    ('mcp_text(text)', true), ('mcp_success(jsonb, jsonb)', true), ('mcp_error(integer, text, jsonb, jsonb)', true),
    ('mcp_tool_result(jsonb, jsonb, boolean, jsonb)', true), ('mcp_tool_error(text, jsonb)', true),
    ('mcp_resource_result(jsonb, jsonb)', true), ('mcp_resource_error(text, jsonb)', true),
    ('mcp_prompt_result(jsonb, jsonb)', true), ('mcp_prompt_error(text, jsonb)', true),
    ('current_user_id()', true), ('context_problem(jsonb)', true), ('apply_context(jsonb)', true),
    ('find_route(text, text)', true), ('describe_route(api.mcp_route)', true),
    ('mcp_list_tools(text[])', true), ('mcp_list_resources()', true), ('mcp_list_resource_templates()', true),
    ('mcp_list_prompts()', true),
    ('normal_isolation(text)', true), ('metadata_value_problem(text, text, jsonb)', false), ('checked_metadata(jsonb)', false),
    ('using_roles()', false), ('create_handler_function(text, text, name[])', false),
    ('register_handler(jsonb, text, name[])', false), ('create_or_replace_mcp_handler(jsonb, text)', false),
    ('drop_mcp_handler(text)', false),
    ('all_have(jsonb, text, text)', true), ('result_problem(text, jsonb)', true), ('envelope_problem(text, jsonb)', true), ('sealed_envelope(jsonb, jsonb)', true),
    ('identity_settings()', true), ('restore_identity(text[])', true),
    ('run_handler(api.mcp_route, api.mcp_request)', true),
    ('isolation_rank(text)', true), ('refusal(api.mcp_route, jsonb)', true), ('missing_argument(api.mcp_route, jsonb)', true),
    ('failure_envelope(text, text, jsonb)', true),
    ('record_exchange(text, text, api.mcp_route, api.mcp_request, boolean, jsonb, jsonb, timestamptz)', true),
    ('dispatch(text, text, jsonb, jsonb, jsonb)', true), ('mcp_call_tool(text, jsonb, jsonb, jsonb)', true),
    ('mcp_read_resource(text, jsonb, jsonb)', true), ('mcp_get_prompt(text, jsonb, jsonb, jsonb)', true),
    ('mcp_server_info()', true), ('mcp_server_capabilities()', true), ('mcp_initialize(jsonb, jsonb)', true),
    ('mcp_ping(jsonb)', true), ('route_method(text, jsonb, jsonb, jsonb)', true), ('mcp_handle_request(jsonb, jsonb)', true),
    ('mcp_request_policy(jsonb, text)', true),
    ('pack_functions()', false), ('change_mcp_use(name, boolean, boolean)', false), ('grant_mcp_use(name)', false),
    ('revoke_mcp_use(name)', false), ('offer_example(integer, jsonb, text)', false), ('postern_pack_version()', true)
  ) AS f (signature, for_use);
END;

CREATE OR REPLACE FUNCTION api.change_mcp_use(p_role name, p_allow boolean, p_handlers boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_verb text := CASE WHEN p_allow THEN 'GRANT' ELSE 'REVOKE' END;
  v_role text := format(CASE WHEN p_allow THEN 'TO %I' ELSE 'FROM %I' END, p_role);
  v_object text;
BEGIN
  -- PUBLIC is no role, and everybody is not whom handlers are for.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_role) THEN
    RAISE EXCEPTION 'there is no role %', quote_ident(p_role) USING ERRCODE = 'undefined_object';
  END IF;
  FOR v_object IN
    SELECT 'USAGE ON SCHEMA api'
    UNION ALL SELECT 'SELECT ON TABLE api.mcp_route, api.catalog_state'
    -- Not id, created_at and db_role: who wrote a row, and when, cannot be made up.
    UNION ALL SELECT 'INSERT (source, request_id, tenant_id, token_id, user_id, method, mcp_type, mcp_name, handler_id,
      fingerprint, verdict, error_code, sqlstate, rows, bytes, duration_ms, request, response, detail)
      ON TABLE api.mcp_exchange'
    UNION ALL SELECT 'EXECUTE ON FUNCTION ' || f.signature FROM api.pack_functions() f WHERE f.for_use
    UNION ALL SELECT format('EXECUTE ON FUNCTION api.%I(api.mcp_request)', h.function_name) FROM api.handler h
      WHERE p_handlers AND to_regprocedure(format('api.%I(api.mcp_request)', h.function_name)) IS NOT NULL
  LOOP
    EXECUTE concat_ws(' ', v_verb, v_object, v_role);
  END LOOP;
  PERFORM api.announce_catalog_change();
END
$$;

CREATE OR REPLACE FUNCTION api.grant_mcp_use(p_role name) RETURNS void
LANGUAGE sql
RETURN api.change_mcp_use(p_role, true, true);
COMMENT ON FUNCTION api.grant_mcp_use(name) IS
  'Lets a role list and call handlers, present and future; take single ones away by REVOKE EXECUTE on their functions';

CREATE OR REPLACE FUNCTION api.revoke_mcp_use(p_role name) RETURNS void
LANGUAGE sql
RETURN api.change_mcp_use(p_role, false, true);
COMMENT ON FUNCTION api.revoke_mcp_use(name) IS 'Takes back all that api.grant_mcp_use gave';

REVOKE ALL ON TYPE api.mcp_request, api.mcp_response FROM PUBLIC;
REVOKE ALL ON DOMAIN api.handler_type, api.json_schema FROM PUBLIC;

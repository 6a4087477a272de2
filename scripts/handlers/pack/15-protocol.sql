-- The protocol: the handshake, and the one function a gateway needs to call.

CREATE OR REPLACE FUNCTION api.mcp_server_info() RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'name', coalesce(nullif(current_setting('mcp.server_name', true), ''), current_database()),
  'version', coalesce(nullif(current_setting('mcp.server_version', true), ''), '1.0.0'));

CREATE OR REPLACE FUNCTION api.mcp_server_capabilities() RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '{"tools": {}, "resources": {}, "prompts": {}}'::jsonb;

-- A version we do not know is answered with the newest we do.
CREATE OR REPLACE FUNCTION api.mcp_initialize(p_params jsonb, p_request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE
RETURN CASE WHEN jsonb_typeof(p_params -> 'protocolVersion') = 'string'
  THEN api.mcp_success(jsonb_build_object(
    'protocolVersion', CASE
      WHEN p_params ->> 'protocolVersion' IN ('2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25')
      THEN p_params ->> 'protocolVersion' ELSE '2025-11-25' END,
    'serverInfo', api.mcp_server_info(),
    'capabilities', api.mcp_server_capabilities()), p_request_id)
  ELSE api.mcp_error(-32602, 'protocolVersion is missing', p_request_id) END;

CREATE OR REPLACE FUNCTION api.mcp_ping(p_request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE
RETURN api.mcp_success('{}', p_request_id);

CREATE OR REPLACE FUNCTION api.route_method(p_method text, p_params jsonb, p_context jsonb, p_id jsonb)
RETURNS api.mcp_response LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_name text := CASE jsonb_typeof(p_params -> 'name') WHEN 'string' THEN p_params ->> 'name' END;
  v_uri text := CASE jsonb_typeof(p_params -> 'uri') WHEN 'string' THEN p_params ->> 'uri' END;
BEGIN
  CASE p_method
    WHEN 'initialize' THEN RETURN api.mcp_initialize(p_params, p_id);
    WHEN 'ping' THEN RETURN api.mcp_ping(p_id);
    WHEN 'tools/list' THEN RETURN api.mcp_success(api.mcp_list_tools(), p_id);
    WHEN 'tools/call' THEN RETURN api.mcp_call_tool(v_name, p_params -> 'arguments', p_context, p_id);
    WHEN 'resources/list' THEN RETURN api.mcp_success(api.mcp_list_resources(), p_id);
    WHEN 'resources/templates/list' THEN RETURN api.mcp_success(api.mcp_list_resource_templates(), p_id);
    WHEN 'resources/read' THEN RETURN api.mcp_read_resource(v_uri, p_context, p_id);
    WHEN 'prompts/list' THEN RETURN api.mcp_success(api.mcp_list_prompts(), p_id);
    WHEN 'prompts/get' THEN RETURN api.mcp_get_prompt(v_name, p_params -> 'arguments', p_context, p_id);
    ELSE RETURN api.mcp_error(-32601, 'Method not found: ' || left(p_method, 200), p_id);
  END CASE;
END
$$;

CREATE OR REPLACE FUNCTION api.mcp_handle_request(p_request jsonb, p_context jsonb DEFAULT NULL) RETURNS api.mcp_response
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_has_id boolean := coalesce(p_request ? 'id', false);
  v_id jsonb := CASE WHEN jsonb_typeof(p_request -> 'id') IN ('string', 'number') THEN p_request -> 'id' END;
  v_method text := CASE jsonb_typeof(p_request -> 'method') WHEN 'string' THEN p_request ->> 'method' END;
  v_params jsonb := CASE jsonb_typeof(p_request -> 'params') WHEN 'null' THEN NULL ELSE p_request -> 'params' END;
  v_problem text;
BEGIN
  IF jsonb_typeof(p_request) IS DISTINCT FROM 'object' THEN
    RETURN api.mcp_error(-32600, 'Invalid Request: not an object', NULL);
  END IF;
  IF p_request -> 'jsonrpc' IS DISTINCT FROM '"2.0"'::jsonb THEN
    IF NOT v_has_id THEN RETURN ROW(NULL)::api.mcp_response; END IF;
    RETURN api.mcp_error(-32600, 'Invalid Request: jsonrpc must be "2.0"', v_id);
  END IF;
  IF v_has_id AND v_id IS NULL THEN
    RETURN api.mcp_error(-32600, 'Invalid Request: id must be a string or a number', NULL);
  END IF;
  IF v_method IS NULL THEN
    RETURN api.mcp_error(-32600, 'Invalid Request: method is missing', v_id);
  END IF;
  IF NOT v_has_id OR starts_with(v_method, 'notifications/') THEN RETURN ROW(NULL)::api.mcp_response; END IF;
  -- Outside the block below, whose failure would bring back the caller before.
  v_problem := api.apply_context(p_context);
  IF v_problem IS NOT NULL THEN
    RETURN api.mcp_error(-32001, 'Authentication required: ' || v_problem, v_id);
  END IF;
  IF jsonb_typeof(v_params) <> 'object' THEN
    RETURN api.mcp_error(-32602, 'Invalid params: not an object', v_id);
  END IF;
  BEGIN
    RETURN api.route_method(v_method, coalesce(v_params, '{}'), p_context, v_id);
  EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN
      RAISE;
    WHEN OTHERS THEN
      RAISE LOG 'MCP request % failed: % (%)', left(v_method, 200), SQLERRM, SQLSTATE;
      RETURN api.mcp_error(-32603, 'Internal error', v_id);
  END;
END
$$;
COMMENT ON FUNCTION api.mcp_handle_request(jsonb, jsonb) IS
  'Answers one MCP request; p_context names the verified caller: user_id (provider|subject), tenant_id, user_email';

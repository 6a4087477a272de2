-- What handlers build their answers with. Parameter names carry no prefix: they are part of the API.

CREATE OR REPLACE FUNCTION api.mcp_text(p_text text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object('type', 'text', 'text', coalesce(p_text, ''));

CREATE OR REPLACE FUNCTION api.mcp_success(result jsonb, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ROW(jsonb_build_object('jsonrpc', '2.0', 'id', request_id, 'result', coalesce(result, '{}')))::api.mcp_response;

CREATE OR REPLACE FUNCTION api.mcp_error(code integer, message text, request_id jsonb, data jsonb DEFAULT NULL)
RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ROW(jsonb_build_object('jsonrpc', '2.0', 'id', request_id, 'error',
  jsonb_build_object('code', code, 'message', message)
    || CASE WHEN data IS NULL THEN '{}' ELSE jsonb_build_object('data', data) END))::api.mcp_response;

CREATE OR REPLACE FUNCTION api.mcp_tool_result(
  content jsonb, request_id jsonb, is_error boolean DEFAULT false, structured_content jsonb DEFAULT NULL
) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_success(
  jsonb_build_object('content', coalesce(content, '[]'))
    || CASE WHEN is_error THEN '{"isError": true}'::jsonb ELSE '{}' END
    || CASE WHEN structured_content IS NULL THEN '{}'
         ELSE jsonb_build_object('structuredContent', structured_content) END,
  request_id);

-- A tool's failure is a result, so that the model sees it and can do better.
CREATE OR REPLACE FUNCTION api.mcp_tool_error(message text, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(message)), request_id, true);

CREATE OR REPLACE FUNCTION api.mcp_resource_result(contents jsonb, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_success(jsonb_build_object('contents', coalesce(contents, '[]')), request_id);

CREATE OR REPLACE FUNCTION api.mcp_resource_error(message text, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_error(-32603, message, request_id);

CREATE OR REPLACE FUNCTION api.mcp_prompt_result(messages jsonb, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_success(jsonb_build_object('messages', coalesce(messages, '[]')), request_id);

CREATE OR REPLACE FUNCTION api.mcp_prompt_error(message text, request_id jsonb) RETURNS api.mcp_response
LANGUAGE sql STABLE PARALLEL SAFE
RETURN api.mcp_error(-32603, message, request_id);

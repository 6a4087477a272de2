-- What can be called: sorted by name, complete, and without what needs a signed-in user when nobody is.
-- Each part is stripped of NULLs before schemas are added, since a NULL inside a schema means something.

CREATE OR REPLACE FUNCTION api.describe_route(p_route api.mcp_route) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_strip_nulls(jsonb_build_object(
    'name', (p_route).name, 'title', (p_route).title, 'description', (p_route).description))
  || CASE WHEN cardinality((p_route).tags) = 0 THEN '{}'
       ELSE jsonb_build_object('_meta', jsonb_build_object('tags', to_jsonb((p_route).tags))) END;

CREATE OR REPLACE FUNCTION api.mcp_list_tools(p_tags text[] DEFAULT NULL) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object('tools', coalesce((
  SELECT jsonb_agg(
    api.describe_route(r) || jsonb_build_object('inputSchema', r.input_schema)
      || CASE WHEN r.output_schema IS NULL THEN '{}' ELSE jsonb_build_object('outputSchema', r.output_schema) END
      || CASE WHEN r.read_only THEN '{"annotations": {"readOnlyHint": true}}'::jsonb ELSE '{}' END
    ORDER BY r.name COLLATE "C")
  FROM api.mcp_route r
  WHERE r.mcp_type = 'tool' AND (NOT r.requires_auth OR api.current_user_id() IS NOT NULL)
    AND (coalesce(cardinality(p_tags), 0) = 0 OR r.tags && p_tags)), '[]'));

CREATE OR REPLACE FUNCTION api.mcp_list_resources() RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object('resources', coalesce((
  SELECT jsonb_agg(api.describe_route(r) || jsonb_build_object('uri', r.uri_template, 'mimeType', r.mime_type)
    ORDER BY r.name COLLATE "C")
  FROM api.mcp_route r
  WHERE r.mcp_type = 'resource' AND strpos(r.uri_template, '{') = 0
    AND (NOT r.requires_auth OR api.current_user_id() IS NOT NULL)), '[]'));

CREATE OR REPLACE FUNCTION api.mcp_list_resource_templates() RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object('resourceTemplates', coalesce((
  SELECT jsonb_agg(api.describe_route(r) || jsonb_build_object('uriTemplate', r.uri_template, 'mimeType', r.mime_type)
    ORDER BY r.name COLLATE "C")
  FROM api.mcp_route r
  WHERE r.mcp_type = 'resource' AND strpos(r.uri_template, '{') > 0
    AND (NOT r.requires_auth OR api.current_user_id() IS NOT NULL)), '[]'));

CREATE OR REPLACE FUNCTION api.mcp_list_prompts() RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object('prompts', coalesce((
  SELECT jsonb_agg(api.describe_route(r) || jsonb_build_object('arguments', r.arguments) ORDER BY r.name COLLATE "C")
  FROM api.mcp_route r
  WHERE r.mcp_type = 'prompt' AND (NOT r.requires_auth OR api.current_user_id() IS NOT NULL)), '[]'));

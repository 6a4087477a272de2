-- Everything the API lists for this caller ($1), as one row for each handler: kind, definition and, for the policy, the
-- request that would call it. A template is asked about with letters for its variables.
WITH asked (kind, method, field) AS (VALUES
  ('tool', 'tools/list', 'tools'),
  ('resource', 'resources/list', 'resources'),
  ('template', 'resources/templates/list', 'resourceTemplates'),
  ('prompt', 'prompts/list', 'prompts')),
listed AS MATERIALIZED (
  SELECT kind, field, (api.mcp_handle_request(
    jsonb_build_object('jsonrpc', '2.0', 'id', 1, 'method', method), $1::jsonb)).envelope AS envelope
  FROM asked)
SELECT kind, item, CASE kind
  WHEN 'tool' THEN jsonb_build_object('method', 'tools/call', 'params', jsonb_build_object('name', item ->> 'name'))
  WHEN 'prompt' THEN jsonb_build_object('method', 'prompts/get', 'params', jsonb_build_object('name', item ->> 'name'))
  ELSE jsonb_build_object('method', 'resources/read', 'params', jsonb_build_object('uri',
    coalesce(item ->> 'uri', regexp_replace(item ->> 'uriTemplate', '\{[^}]*\}', 'x', 'g')))) END AS request
FROM listed, jsonb_array_elements(envelope -> 'result' -> field) AS item
ORDER BY kind, item ->> 'name'

-- Everything the API lists for this caller ($1): an array with kind, definition and, for the policy, the request that
-- would call it, for each of the first $2 handlers; and the errors that lists ended in, but for those it does not know.
-- A template is asked about with letters for its variables.
WITH asked (kind, method, field) AS (VALUES
  ('tool', 'tools/list', 'tools'),
  ('resource', 'resources/list', 'resources'),
  ('template', 'resources/templates/list', 'resourceTemplates'),
  ('prompt', 'prompts/list', 'prompts')),
listed AS MATERIALIZED (
  SELECT kind, method, field, (api.mcp_handle_request(
    jsonb_build_object('jsonrpc', '2.0', 'id', 1, 'method', method), $1::jsonb)).envelope AS envelope
  FROM asked),
handlers AS (
  SELECT kind, item, row_number() OVER (ORDER BY kind, item ->> 'name') AS place
  FROM listed, jsonb_array_elements(envelope -> 'result' -> field) AS item
  ORDER BY place LIMIT $2::integer)
SELECT
  (SELECT jsonb_agg(jsonb_build_array(kind, item, CASE kind
    WHEN 'tool' THEN jsonb_build_object('method', 'tools/call', 'params', jsonb_build_object('name', item ->> 'name'))
    WHEN 'prompt' THEN jsonb_build_object('method', 'prompts/get', 'params', jsonb_build_object('name', item ->> 'name'))
    ELSE jsonb_build_object('method', 'resources/read', 'params', jsonb_build_object('uri',
      coalesce(item ->> 'uri', regexp_replace(item ->> 'uriTemplate', '\{[^}]*\}', 'x', 'g')))) END) ORDER BY place)
  FROM handlers),
  (SELECT jsonb_agg(jsonb_build_array(method, envelope -> 'error' -> 'code'))
  FROM listed WHERE envelope -> 'error' ->> 'code' <> '-32601')

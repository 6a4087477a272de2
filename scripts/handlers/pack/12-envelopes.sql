-- What a handler may return. A broken envelope never reaches a caller.

CREATE OR REPLACE FUNCTION api.all_have(p_items jsonb, p_member text, p_type text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN jsonb_typeof(p_items) = 'array' THEN NOT EXISTS (
  SELECT FROM jsonb_array_elements(p_items) AS items (item)
  WHERE jsonb_typeof(item -> p_member) IS DISTINCT FROM p_type) ELSE false END;

-- What is wrong with a result, or NULL.
CREATE OR REPLACE FUNCTION api.result_problem(p_type text, p_result jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN jsonb_typeof(p_result) <> 'object' THEN 'the result is not an object'
  WHEN p_type = 'tool' AND NOT api.all_have(p_result -> 'content', 'type', 'string')
    THEN 'the result has no content array of typed blocks'
  WHEN p_type = 'tool' AND coalesce(jsonb_typeof(p_result -> 'isError'), 'boolean') <> 'boolean'
    THEN 'isError is not a boolean'
  WHEN p_type = 'tool' AND coalesce(jsonb_typeof(p_result -> 'structuredContent'), 'object') <> 'object'
    THEN 'structuredContent is not an object'
  WHEN p_type = 'resource' AND NOT api.all_have(p_result -> 'contents', 'uri', 'string')
    THEN 'the result has no contents array of objects with a uri'
  WHEN p_type = 'prompt' AND NOT (api.all_have(p_result -> 'messages', 'role', 'string')
      AND api.all_have(p_result -> 'messages', 'content', 'object'))
    THEN 'the result has no messages array with roles and contents'
END;

-- What is wrong with an envelope, or NULL.
CREATE OR REPLACE FUNCTION api.envelope_problem(p_type text, p_envelope jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_envelope IS NULL THEN 'the handler returned NULL'
  WHEN jsonb_typeof(p_envelope) <> 'object' OR p_envelope -> 'jsonrpc' IS DISTINCT FROM '"2.0"'::jsonb
    THEN 'the handler returned no JSON-RPC 2.0 envelope'
  WHEN (p_envelope ? 'result') = (p_envelope ? 'error') THEN 'the envelope must have either a result or an error'
  WHEN p_envelope ? 'result' THEN api.result_problem(p_type, p_envelope -> 'result')
  WHEN coalesce(jsonb_typeof(p_envelope #> '{error,code}'), '') <> 'number'
      OR coalesce(jsonb_typeof(p_envelope #> '{error,message}'), '') <> 'string'
    THEN 'the error needs a number as code and a text as message'
END;

-- The id is always the request's, whatever the handler passed to its builder.
CREATE OR REPLACE FUNCTION api.sealed_envelope(p_envelope jsonb, p_request_id jsonb) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object('jsonrpc', '2.0', 'id', p_request_id) || CASE
  WHEN p_envelope ? 'error' THEN jsonb_build_object('error', p_envelope -> 'error')
  ELSE jsonb_build_object('result', p_envelope -> 'result') END;

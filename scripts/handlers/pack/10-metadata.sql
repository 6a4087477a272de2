-- The checks on a handler's metadata. What is unknown, misplaced or of the wrong type is refused: a misspelt readOnly or
-- requiresAuth must not silently become its default.

CREATE OR REPLACE FUNCTION api.normal_isolation(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE translate(lower(btrim(p_text)), '_-', '  ')
  WHEN 'read uncommitted' THEN 'read committed'
  WHEN 'read committed' THEN 'read committed'
  WHEN 'repeatable read' THEN 'repeatable read'
  WHEN 'serializable' THEN 'serializable'
END;

-- What is wrong with the value of a key, or NULL.
CREATE OR REPLACE FUNCTION api.metadata_value_problem(p_type text, p_key text, p_value jsonb) RETURNS text
LANGUAGE sql STABLE
RETURN CASE
  WHEN jsonb_typeof(p_value) <> CASE
      WHEN p_key IN ('requiresAuth', 'readOnly') THEN 'boolean'
      WHEN p_key IN ('tags', 'arguments') THEN 'array'
      WHEN p_key IN ('inputSchema', 'outputSchema') THEN 'object'
      ELSE 'string' END
    THEN format('%s has the wrong JSON type: %s', p_key, jsonb_typeof(p_value))
  WHEN p_key IN ('inputSchema', 'outputSchema') AND p_type <> 'tool' THEN format('%s is for tools', p_key)
  WHEN p_key IN ('uriTemplate', 'mimeType') AND p_type <> 'resource' THEN format('%s is for resources', p_key)
  WHEN p_key = 'arguments' AND p_type <> 'prompt' THEN 'arguments is for prompts; a tool has an inputSchema'
  WHEN p_key IN ('inputSchema', 'outputSchema') AND NOT api.is_json_schema(p_value)
    THEN format('%s is not a JSON Schema', p_key)
  WHEN p_key IN ('inputSchema', 'outputSchema') AND p_value -> 'type' IS DISTINCT FROM '"object"'::jsonb
    THEN format('%s must have "type": "object"', p_key)
  WHEN p_key = 'uriTemplate' THEN api.uri_template_problem(p_value #>> '{}')
  WHEN p_key = 'mimeType' AND p_value #>> '{}' !~ '^[^ /]+/[^ /]+' THEN 'mimeType must look like application/json'
  WHEN p_key = 'tags' AND jsonb_path_exists(p_value, 'strict $[*] ? (@.type() != "string")')
    THEN 'tags must be strings'
  WHEN p_key = 'minTransactionIsolation' AND api.normal_isolation(p_value #>> '{}') IS NULL
    THEN 'minTransactionIsolation must be read committed, repeatable read or serializable'
  WHEN p_key = 'arguments' AND EXISTS (
    SELECT FROM jsonb_array_elements(p_value) AS a (argument)
    WHERE jsonb_typeof(argument) <> 'object' OR coalesce(jsonb_typeof(argument -> 'name'), '') <> 'string'
      OR coalesce(jsonb_typeof(argument -> 'required'), 'boolean') <> 'boolean')
    THEN 'each of arguments must be an object with a name, and required true or false'
END;

-- Returns the metadata without JSON nulls, or raises.
CREATE OR REPLACE FUNCTION api.checked_metadata(p_metadata jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c_keys constant text[] := '{id,type,name,title,description,inputSchema,outputSchema,uriTemplate,mimeType,arguments,requiresAuth,minTransactionIsolation,readOnly,tags}';
  v_metadata jsonb;
  v_problem text;
BEGIN
  IF jsonb_typeof(p_metadata) IS DISTINCT FROM 'object' THEN
    RAISE EXCEPTION 'metadata must be an object' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT coalesce(jsonb_object_agg(key, value), '{}') INTO v_metadata FROM jsonb_each(p_metadata) WHERE value <> 'null';
  SELECT format('unknown key in metadata: %s', min(key)) INTO v_problem
  FROM jsonb_object_keys(v_metadata) AS k (key) WHERE key <> ALL (c_keys) HAVING count(*) > 0;
  IF v_problem IS NOT NULL THEN
    RAISE EXCEPTION '%', v_problem
      USING ERRCODE = 'invalid_parameter_value', HINT = 'Known: ' || array_to_string(c_keys, ', ');
  END IF;
  v_problem := CASE
    WHEN v_metadata ->> 'id' IS NULL THEN 'id is missing: give the handler a UUID of its own'
    WHEN coalesce(v_metadata ->> 'type' NOT IN ('tool', 'resource', 'prompt'), true)
      THEN 'type must be tool, resource or prompt'
    WHEN coalesce(v_metadata ->> 'name' !~ '^[a-zA-Z][a-zA-Z0-9_.-]{0,48}$', true)
      THEN 'name must be a letter and up to 48 more letters, digits, _, . or -'
    WHEN v_metadata ->> 'type' = 'resource' AND NOT v_metadata ? 'uriTemplate' THEN 'a resource needs a uriTemplate'
  END;
  IF v_problem IS NULL THEN
    SELECT min(problem) INTO v_problem FROM jsonb_each(v_metadata)
    CROSS JOIN LATERAL api.metadata_value_problem(v_metadata ->> 'type', key, value) AS problem;
  END IF;
  IF v_problem IS NOT NULL THEN
    RAISE EXCEPTION '%', v_problem USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN v_metadata;
END
$$;

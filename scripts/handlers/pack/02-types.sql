-- The types that handlers are written with, and the checks on JSON Schemas.

DO $$
BEGIN
  IF to_regtype('api.mcp_request') IS NULL THEN
    CREATE TYPE api.mcp_request AS (arguments jsonb, uri text, context jsonb, request_id jsonb);
  END IF;
  IF to_regtype('api.mcp_response') IS NULL THEN
    CREATE TYPE api.mcp_response AS (envelope jsonb);
  END IF;
  IF to_regtype('api.handler_type') IS NULL THEN
    CREATE DOMAIN api.handler_type AS text CHECK (VALUE IN ('mcp_tool', 'mcp_resource', 'mcp_prompt'));
  END IF;
END
$$;
COMMENT ON TYPE api.mcp_request IS
  'What a handler gets: arguments (tools, prompts), uri (resources), context (identity), request_id (to hand back)';
COMMENT ON TYPE api.mcp_response IS 'A JSON-RPC envelope; NULL in it means that nothing is to be sent';

-- What holds at every level of a schema; at the lower ones {} and true are schemas too.
CREATE OR REPLACE FUNCTION api.is_json_subschema(p_schema jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c_types constant text[] := '{"null",boolean,object,array,number,integer,string}';
  v_type jsonb := p_schema -> 'type';
  v_child jsonb;
BEGIN
  IF jsonb_typeof(p_schema) = 'boolean' THEN RETURN true; END IF;
  IF jsonb_typeof(p_schema) IS DISTINCT FROM 'object' THEN RETURN false; END IF;
  IF v_type IS NOT NULL THEN
    IF jsonb_typeof(v_type) <> 'array' THEN v_type := jsonb_build_array(v_type); END IF;
    IF jsonb_array_length(v_type) = 0 OR EXISTS (
      SELECT FROM jsonb_array_elements(v_type) AS t (name)
      WHERE jsonb_typeof(name) <> 'string' OR name #>> '{}' <> ALL (c_types)
    ) THEN RETURN false; END IF;
  END IF;
  IF p_schema ? 'required' THEN
    IF jsonb_typeof(p_schema -> 'required') <> 'array' THEN RETURN false; END IF;
    IF jsonb_path_exists(p_schema, 'strict $.required[*] ? (@.type() != "string")') THEN RETURN false; END IF;
  END IF;
  IF p_schema ? 'properties' THEN
    IF jsonb_typeof(p_schema -> 'properties') <> 'object' THEN RETURN false; END IF;
    FOR v_child IN SELECT value FROM jsonb_each(p_schema -> 'properties') LOOP
      IF NOT api.is_json_subschema(v_child) THEN RETURN false; END IF;
    END LOOP;
  END IF;
  RETURN NOT p_schema ? 'items' OR api.is_json_subschema(p_schema -> 'items');
END
$$;

CREATE OR REPLACE FUNCTION api.is_json_schema(p_schema jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(jsonb_typeof(p_schema) = 'object' AND api.is_json_subschema(p_schema) AND p_schema ?| ARRAY[
  '$schema', '$id', '$ref', '$defs', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment',
  'definitions', 'type', 'enum', 'const', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames',
  'unevaluatedProperties', 'required', 'dependentRequired', 'dependentSchemas', 'minProperties', 'maxProperties',
  'items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains', 'minContains', 'maxContains', 'minItems',
  'maxItems', 'uniqueItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'minimum', 'maximum',
  'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format',
  'contentEncoding', 'contentMediaType', 'contentSchema', 'title', 'description', 'default', 'examples', 'deprecated',
  'readOnly', 'writeOnly'
], false);

DO $$
BEGIN
  IF to_regtype('api.json_schema') IS NULL THEN
    CREATE DOMAIN api.json_schema AS jsonb CONSTRAINT json_schema_check CHECK (VALUE IS NULL OR api.is_json_schema(VALUE));
  END IF;
END
$$;
COMMENT ON DOMAIN api.json_schema IS
  'An object with at least one JSON Schema keyword; type and required are checked, {} is refused';

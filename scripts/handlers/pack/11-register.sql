-- Registering and dropping handlers. Both need the rights of the pack's owner: CREATE in the schema and the registry.

-- The roles that may use handlers are those that may execute the dispatcher; see api.grant_mcp_use.
CREATE OR REPLACE FUNCTION api.using_roles() RETURNS SETOF regrole
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT DISTINCT a.grantee::regrole
  FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) a
  WHERE p.pronamespace = 'api'::regnamespace AND p.proname = 'mcp_handle_request'
    AND a.privilege_type = 'EXECUTE' AND a.grantee NOT IN (0, p.proowner);
END;

-- p_path is pinned to the function: a handler finds the tables its author saw, whoever calls it and however.
CREATE OR REPLACE FUNCTION api.create_handler_function(p_function text, p_body text, p_path name[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET check_function_bodies = on AS $$
DECLARE
  v_tag text := 'handler_' || replace(gen_random_uuid()::text, '-', '');
  v_is_new boolean := to_regprocedure(format('api.%I(api.mcp_request)', p_function)) IS NULL;
  v_path text;
  v_role regrole;
BEGIN
  IF strpos(p_body, v_tag) > 0 THEN
    RAISE EXCEPTION 'the body holds its own quotation mark' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT string_agg(quote_ident(schema), ', ' ORDER BY at) INTO v_path
  FROM unnest(p_path || 'pg_temp'::name) WITH ORDINALITY AS s (schema, at) WHERE NOT starts_with(schema::text, 'pg_temp_');
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION api.%I(request api.mcp_request) RETURNS api.mcp_response
     LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = %s AS $%s$%s$%s$',
    p_function, v_path, v_tag, p_body, v_tag);
  -- A replaced function keeps its grants, so that what the owner took from a role stays taken.
  IF v_is_new THEN
    EXECUTE format('REVOKE ALL ON FUNCTION api.%I(api.mcp_request) FROM PUBLIC', p_function);
    FOR v_role IN SELECT api.using_roles() LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION api.%I(api.mcp_request) TO %s', p_function, v_role);
    END LOOP;
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION api.register_handler(p_metadata jsonb, p_body text, p_path name[]) RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_metadata jsonb := api.checked_metadata(p_metadata);
  v_id uuid := v_metadata ->> 'id';
  v_name text := v_metadata ->> 'name';
  v_type text := 'mcp_' || (v_metadata ->> 'type');
  v_function text := v_type || '_' || v_name;
  v_old_function text;
  v_holder uuid;
BEGIN
  IF btrim(p_body) IS NULL OR btrim(p_body) = '' THEN
    RAISE EXCEPTION 'the body is empty' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT id INTO v_holder FROM api.handler WHERE name = v_name AND id <> v_id;
  IF FOUND THEN
    RAISE EXCEPTION 'the name % belongs to handler %', v_name, v_holder USING ERRCODE = 'unique_violation',
      HINT = 'Names are unique over tools, resources and prompts. To replace that handler, use its id.';
  END IF;
  SELECT function_name INTO v_old_function FROM api.handler WHERE id = v_id FOR UPDATE;
  IF v_old_function IS DISTINCT FROM v_function THEN
    IF to_regprocedure(format('api.%I(api.mcp_request)', v_function)) IS NOT NULL THEN
      RAISE EXCEPTION 'function api.%(api.mcp_request) exists and is no handler''s', quote_ident(v_function)
        USING ERRCODE = 'duplicate_function';
    END IF;
    IF EXISTS (SELECT FROM api.mcp_route WHERE handler_id = v_id) THEN
      EXECUTE format('ALTER FUNCTION api.%I(api.mcp_request) RENAME TO %I', v_old_function, v_function);
    END IF;
  END IF;
  PERFORM api.create_handler_function(v_function, p_body, p_path);
  INSERT INTO api.handler AS h (
    id, handler_type, name, title, description, input_schema, output_schema, uri_template, mime_type, arguments,
    requires_auth, min_transaction_isolation, read_only, tags)
  VALUES (
    v_id, v_type, v_name, v_metadata ->> 'title', v_metadata ->> 'description',
    CASE v_type WHEN 'mcp_tool' THEN coalesce(v_metadata -> 'inputSchema', '{"type": "object"}') END,
    v_metadata -> 'outputSchema',
    v_metadata ->> 'uriTemplate',
    CASE v_type WHEN 'mcp_resource' THEN coalesce(v_metadata ->> 'mimeType', 'application/json') END,
    CASE v_type WHEN 'mcp_prompt' THEN coalesce(v_metadata -> 'arguments', '[]') END,
    coalesce((v_metadata -> 'requiresAuth')::boolean, true),
    api.normal_isolation(v_metadata ->> 'minTransactionIsolation'),
    coalesce((v_metadata -> 'readOnly')::boolean, false),
    ARRAY(SELECT jsonb_array_elements_text(coalesce(v_metadata -> 'tags', '[]'))))
  ON CONFLICT (id) DO UPDATE SET
    handler_type = excluded.handler_type, name = excluded.name, title = excluded.title,
    description = excluded.description, input_schema = excluded.input_schema, output_schema = excluded.output_schema,
    uri_template = excluded.uri_template, mime_type = excluded.mime_type, arguments = excluded.arguments,
    requires_auth = excluded.requires_auth, min_transaction_isolation = excluded.min_transaction_isolation,
    read_only = excluded.read_only, tags = excluded.tags, from_pack = false, updated_at = now();
  RETURN v_id;
END
$$;

-- Has no search_path of its own, since it hands on the caller's.
CREATE OR REPLACE FUNCTION api.create_or_replace_mcp_handler(p_metadata jsonb, p_handler_body text) RETURNS uuid
LANGUAGE sql
RETURN api.register_handler(p_metadata, p_handler_body, current_schemas(false));
COMMENT ON FUNCTION api.create_or_replace_mcp_handler(jsonb, text) IS
  'Registers a tool, resource or prompt; the body is PL/pgSQL over request api.mcp_request and returns api.mcp_response';

CREATE OR REPLACE FUNCTION api.drop_mcp_handler(p_name text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_function text;
BEGIN
  DELETE FROM api.handler WHERE name = p_name RETURNING function_name INTO v_function;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('DROP FUNCTION IF EXISTS api.%I(api.mcp_request)', v_function);
  RETURN true;
END
$$;
COMMENT ON FUNCTION api.drop_mcp_handler(text) IS 'Drops a handler and its function; false when there is none of that name';

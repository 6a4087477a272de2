-- From a request to a handler: find it, decide whether it may run, run it, log it.

CREATE OR REPLACE FUNCTION api.isolation_rank(p_isolation text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_position(ARRAY['read committed', 'repeatable read', 'serializable'], api.normal_isolation(p_isolation));

-- Why a handler may not run in this transaction, as an envelope, or NULL. The codes in data are those that gateways of
-- this API know. The pack's own examples are known to only read, so they answer in psql's ordinary transactions as well.
CREATE OR REPLACE FUNCTION api.refusal(p_route api.mcp_route, p_request_id jsonb) RETURNS jsonb
LANGUAGE sql STABLE
RETURN CASE
  WHEN (p_route).requires_auth AND api.current_user_id() IS NULL
    THEN (api.mcp_error(-32001, 'Authentication required: no user resolved from context', p_request_id)).envelope
  WHEN api.isolation_rank(current_setting('transaction_isolation')) < api.isolation_rank((p_route).min_transaction_isolation)
    THEN (api.mcp_error(-32600, format('%s needs a transaction of isolation level %s', (p_route).name,
      (p_route).min_transaction_isolation), p_request_id, jsonb_build_object(
        'code', 'pgmi.transaction_isolation_too_weak', 'required', (p_route).min_transaction_isolation,
        'current', current_setting('transaction_isolation')))).envelope
  WHEN (p_route).read_only AND NOT (p_route).from_pack AND current_setting('transaction_read_only') = 'off'
    THEN (api.mcp_error(-32600, format('%s needs a READ ONLY transaction', (p_route).name), p_request_id,
      '{"code": "pgmi.transaction_read_only_required"}')).envelope
END;

-- The first argument that the handler requires and the request lacks, or NULL.
CREATE OR REPLACE FUNCTION api.missing_argument(p_route api.mcp_route, p_arguments jsonb) RETURNS text
LANGUAGE sql STABLE
RETURN (
  SELECT name FROM (
    SELECT jsonb_array_elements_text(coalesce((p_route).input_schema -> 'required', '[]'))
    UNION ALL
    SELECT a ->> 'name' FROM jsonb_array_elements(coalesce((p_route).arguments, '[]')) a WHERE (a -> 'required')::boolean
  ) AS required (name)
  WHERE NOT p_arguments ? name LIMIT 1);

CREATE OR REPLACE FUNCTION api.failure_envelope(p_type text, p_public text, p_request_id jsonb) RETURNS jsonb
LANGUAGE sql STABLE
RETURN CASE p_type
  WHEN 'tool' THEN (api.mcp_tool_error(coalesce(p_public, 'Tool execution failed'), p_request_id)).envelope
  WHEN 'resource' THEN (api.mcp_resource_error(coalesce(p_public, 'Resource read failed'), p_request_id)).envelope
  ELSE (api.mcp_prompt_error(coalesce(p_public, 'Prompt expansion failed'), p_request_id)).envelope
END;

-- The names of arguments say what was asked; their values may be anything, so they are not kept.
CREATE OR REPLACE FUNCTION api.record_exchange(
  p_type text, p_key text, p_route api.mcp_route, p_request api.mcp_request, p_ran boolean, p_envelope jsonb,
  p_failure jsonb, p_started timestamptz
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_error jsonb := p_envelope -> 'error';
  v_is_error boolean := v_error IS NOT NULL OR p_envelope #> '{result,isError}' = 'true';
BEGIN
  IF current_setting('transaction_read_only') = 'on' THEN RETURN; END IF;
  INSERT INTO api.mcp_exchange (
    source, request_id, tenant_id, token_id, user_id, method, mcp_type, mcp_name, handler_id, verdict, error_code,
    sqlstate, bytes, duration_ms, request, response, detail)
  VALUES (
    'handler', left((p_request).request_id #>> '{}', 200), left(nullif(current_setting('auth.tenant_id', true), ''), 200),
    left((p_request).context ->> 'token_id', 200), left(api.current_user_id(), 200),
    CASE p_type WHEN 'tool' THEN 'tools/call' WHEN 'resource' THEN 'resources/read' ELSE 'prompts/get' END,
    p_type, left(coalesce((p_route).name, p_key), 200), (p_route).handler_id,
    CASE WHEN p_failure IS NOT NULL THEN 'failed' WHEN NOT p_ran THEN 'refused' WHEN v_is_error THEN 'error' ELSE 'ok' END,
    CASE WHEN v_is_error
      THEN left(coalesce(v_error #>> '{data,code}', v_error ->> 'code', 'tool_error'), 100) END,
    p_failure ->> 'sqlstate', octet_length(p_envelope::text),
    round(extract(epoch FROM clock_timestamp() - p_started) * 1000, 3),
    CASE WHEN p_type = 'resource' THEN jsonb_build_object('uri', left((p_request).uri, 1000))
      ELSE jsonb_build_object('argumentNames', ARRAY(
        SELECT left(name, 63) FROM jsonb_object_keys((p_request).arguments) AS n (name) LIMIT 50)) END,
    CASE WHEN v_error IS NOT NULL
        THEN jsonb_build_object('code', v_error -> 'code', 'message', left(v_error ->> 'message', 500))
      WHEN v_is_error THEN '{"isError": true}' END,
    p_failure - 'public' - 'sqlstate');
END
$$;

CREATE OR REPLACE FUNCTION api.dispatch(
  p_type text, p_key text, p_arguments jsonb, p_context jsonb, p_request_id jsonb
) RETURNS api.mcp_response LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_started timestamptz := clock_timestamp();
  v_problem text := api.apply_context(p_context);
  v_arguments jsonb := CASE jsonb_typeof(p_arguments) WHEN 'null' THEN '{}' ELSE coalesce(p_arguments, '{}') END;
  v_request api.mcp_request;
  v_route api.mcp_route;
  v_missing text;
  v_ran boolean := false;
  v_envelope jsonb;
  v_failure jsonb;
BEGIN
  IF v_problem IS NOT NULL THEN
    RETURN api.mcp_error(-32001, 'Authentication required: ' || v_problem, p_request_id);
  END IF;
  IF p_key IS NULL THEN
    RETURN api.mcp_error(-32602, CASE p_type WHEN 'resource' THEN 'uri' ELSE 'name' END || ' must be a string', p_request_id);
  END IF;
  IF jsonb_typeof(v_arguments) <> 'object' THEN
    RETURN api.mcp_error(-32602, 'arguments must be an object', p_request_id);
  END IF;
  v_request := ROW(v_arguments, CASE p_type WHEN 'resource' THEN p_key END, p_context, p_request_id);
  SELECT * INTO v_route FROM api.find_route(p_type, p_key);
  IF NOT FOUND THEN
    v_envelope := (api.mcp_error(-32602, initcap(p_type) || ' not found: ' || left(p_key, 200), p_request_id)).envelope;
  ELSE
    v_envelope := api.refusal(v_route, p_request_id);
    v_missing := api.missing_argument(v_route, v_arguments);
    IF v_envelope IS NULL AND v_missing IS NOT NULL THEN
      v_missing := 'Missing required argument: ' || v_missing;
      v_envelope := CASE p_type WHEN 'tool' THEN (api.mcp_tool_error(v_missing, p_request_id)).envelope
        ELSE (api.mcp_error(-32602, v_missing, p_request_id)).envelope END;
    END IF;
    IF v_envelope IS NULL THEN
      v_ran := true;
      SELECT envelope, failure INTO v_envelope, v_failure FROM api.run_handler(v_route, v_request);
      v_envelope := coalesce(v_envelope, api.failure_envelope(p_type, v_failure ->> 'public', p_request_id));
    END IF;
  END IF;
  PERFORM api.record_exchange(p_type, p_key, v_route, v_request, v_ran, v_envelope, v_failure, v_started);
  RETURN ROW(v_envelope)::api.mcp_response;
END
$$;

CREATE OR REPLACE FUNCTION api.mcp_call_tool(p_name text, p_arguments jsonb, p_context jsonb, p_request_id jsonb)
RETURNS api.mcp_response LANGUAGE sql
RETURN api.dispatch('tool', p_name, p_arguments, p_context, p_request_id);

CREATE OR REPLACE FUNCTION api.mcp_read_resource(p_uri text, p_context jsonb, p_request_id jsonb)
RETURNS api.mcp_response LANGUAGE sql
RETURN api.dispatch('resource', p_uri, NULL, p_context, p_request_id);

CREATE OR REPLACE FUNCTION api.mcp_get_prompt(p_name text, p_arguments jsonb, p_context jsonb, p_request_id jsonb)
RETURNS api.mcp_response LANGUAGE sql
RETURN api.dispatch('prompt', p_name, p_arguments, p_context, p_request_id);

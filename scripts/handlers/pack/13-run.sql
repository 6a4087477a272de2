-- Running one handler, so that whatever it does, what follows in the transaction is as if it had only done its work.

-- The parameters whose change would let a handler act as somebody else after it returned.
CREATE OR REPLACE FUNCTION api.identity_settings() RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY[coalesce(current_setting('auth.user_id', true), ''), coalesce(current_setting('auth.tenant_id', true), ''),
  coalesce(current_setting('auth.user_email', true), '')];

-- An identity the handler left behind may be in force for the session as well: there, nobody is put in its place.
CREATE OR REPLACE FUNCTION api.restore_identity(p_settings text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c_names constant text[] := '{auth.user_id,auth.tenant_id,auth.user_email}';
BEGIN
  FOR i IN 1..3 LOOP
    CONTINUE WHEN coalesce(current_setting(c_names[i], true), '') = p_settings[i];
    PERFORM set_config(c_names[i], '', false);
    PERFORM set_config(c_names[i], p_settings[i], true);
  END LOOP;
END
$$;

/*
 * Returns the handler's envelope, or what went wrong. A handler that raises, returns rubbish or leaves another role or
 * search path behind has all its changes undone. Conflicts between transactions go on to the caller, who can retry;
 * so do cancellation and statement_timeout. Only a handler that catches query_canceled itself outlives those: do not.
 */
CREATE OR REPLACE FUNCTION api.run_handler(
  p_route api.mcp_route, p_request api.mcp_request, OUT envelope jsonb, OUT failure jsonb
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_identity text[] := api.identity_settings();
  v_role text := concat_ws(' ', current_setting('role'), current_user, session_user);
  v_path text := current_setting('search_path');
  v_max_bytes bigint := coalesce(nullif(current_setting('mcp.max_response_bytes', true), '')::bigint, 16777216);
  v_public text;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_hint text;
  v_context text;
BEGIN
  BEGIN
    EXECUTE format('SELECT (api.%I($1)).envelope', (p_route).function_name) INTO envelope USING p_request;
    -- Qualified to the last operator: a handler can have set the path that these names are looked up in.
    IF pg_catalog.current_setting('search_path') OPERATOR(pg_catalog.<>) v_path THEN
      RAISE EXCEPTION 'the handler left another search_path behind' USING ERRCODE = '39000';
    END IF;
    IF concat_ws(' ', current_setting('role'), current_user, session_user) <> v_role THEN
      RAISE EXCEPTION 'the handler left another role behind' USING ERRCODE = '39000';
    END IF;
    v_message := api.envelope_problem((p_route).mcp_type, envelope);
    IF v_message IS NOT NULL THEN
      RAISE EXCEPTION '%', v_message USING ERRCODE = '39000';
    END IF;
    IF octet_length(envelope::text) > v_max_bytes THEN
      v_public := format('The answer is too large: more than %s bytes. Ask for less.', v_max_bytes);
      RAISE EXCEPTION 'the answer is larger than mcp.max_response_bytes (%)', v_max_bytes USING ERRCODE = '54000';
    END IF;
    envelope := api.sealed_envelope(envelope, (p_request).request_id);
  EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN
      RAISE;
    WHEN assert_failure OR OTHERS THEN
      GET STACKED DIAGNOSTICS v_sqlstate = RETURNED_SQLSTATE, v_message = MESSAGE_TEXT,
        v_detail = PG_EXCEPTION_DETAIL, v_hint = PG_EXCEPTION_HINT, v_context = PG_EXCEPTION_CONTEXT;
      RAISE LOG 'MCP handler % failed: % (%)', (p_route).name, v_message, v_sqlstate;
      envelope := NULL;
      failure := jsonb_strip_nulls(jsonb_build_object(
        'public', v_public, 'sqlstate', v_sqlstate, 'message', left(v_message, 2000),
        'detail', nullif(left(v_detail, 2000), ''), 'hint', nullif(left(v_hint, 2000), ''),
        'context', left(v_context, 4000)));
  END;
  PERFORM api.restore_identity(v_identity);
END
$$;

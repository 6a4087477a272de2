-- A handler API that is not Postern's pack: another's idea of the same functions. It enrols whom it meets, shows most
-- things only to the enrolled, writes a log of its own, and its version tells nothing of its handlers. What it gets
-- wrong is switched on by rows of api.flaw:
--   careless  writes in READ ONLY transactions as in others
--   aged      answers ids as text, knows no list of templates, and lists fields as null
--   broken    fails to list tools
CREATE SCHEMA api;
CREATE TYPE api.mcp_response AS (envelope jsonb);
CREATE TABLE api.flaw (name text PRIMARY KEY);
CREATE TABLE api.person (subject text PRIMARY KEY, email text, visits integer NOT NULL DEFAULT 1);
CREATE TABLE api.item (kind text, name text PRIMARY KEY, for_enrolled boolean DEFAULT true, read_only boolean DEFAULT false,
  isolation text, uri text, input jsonb DEFAULT '{"type": "object"}');
CREATE TABLE api.mcp_exchange (item text, told jsonb);
CREATE SEQUENCE api.attempts;

INSERT INTO api.item (kind, name, for_enrolled, read_only, isolation, uri) VALUES
  ('tool', 'look', false, true, NULL, NULL), ('tool', 'look_closely', false, true, 'SERIALIZABLE', NULL),
  ('tool', 'my_look', true, true, NULL, NULL), ('tool', 'my_change', true, false, NULL, NULL),
  ('tool', 'contested', true, false, 'repeatable_read', NULL),
  ('resource', 'about', false, true, NULL, 'shop://about'), ('resource', 'shelf', false, false, NULL, 'shop://shelves/{id}'),
  ('prompt', 'greet', false, false, NULL, NULL);

CREATE FUNCTION api.has(p_flaw text) RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM api.flaw WHERE name = p_flaw);

CREATE FUNCTION api.may_write() RETURNS boolean LANGUAGE sql STABLE
RETURN current_setting('transaction_read_only') = 'off' OR api.has('careless');

CREATE FUNCTION api.shown(p_kind text, p_context jsonb) RETURNS SETOF api.item LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT i.* FROM api.item i WHERE i.kind = p_kind
    AND (NOT i.for_enrolled OR EXISTS (SELECT FROM api.person WHERE subject = p_context ->> 'user_id'));
END;

CREATE FUNCTION api.listed(p_method text, p_context jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_field text := CASE p_method WHEN 'resources/templates/list' THEN 'resourceTemplates' ELSE split_part(p_method, '/', 1) END;
  v_kind text := CASE v_field WHEN 'tools' THEN 'tool' WHEN 'prompts' THEN 'prompt' ELSE 'resource' END;
  v_aged boolean := api.has('aged');
BEGIN
  IF v_kind = 'tool' AND api.has('broken') THEN RAISE EXCEPTION 'no list today'; END IF;
  RETURN jsonb_build_object(v_field, (SELECT coalesce(jsonb_agg(CASE
      WHEN v_kind = 'tool' THEN jsonb_build_object('name', name, 'description', NULL, 'inputSchema', input)
      WHEN v_kind = 'prompt' THEN jsonb_build_object('name', name, 'arguments', NULL)
      WHEN v_aged OR v_field = 'resourceTemplates' THEN jsonb_build_object('name', name, 'uriTemplate', uri)
      ELSE jsonb_build_object('name', name, 'uri', uri) END), '[]')
    FROM api.shown(v_kind, p_context)
    WHERE v_aged OR v_kind <> 'resource' OR (uri LIKE '%{%') = (v_field = 'resourceTemplates')));
END
$$;

CREATE FUNCTION api.ran(p_kind text, p_params jsonb, p_context jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_item api.item;
  v_told jsonb := jsonb_build_object('isolation', current_setting('transaction_isolation'),
    'readOnly', current_setting('transaction_read_only'), 'context', p_context - 'token_id');
BEGIN
  SELECT * INTO v_item FROM api.shown(p_kind, p_context)
  WHERE name = p_params ->> 'name' OR p_params ->> 'uri' LIKE regexp_replace(uri, '\{.*\}', '%');
  IF v_item.read_only AND v_told ->> 'readOnly' = 'off' THEN RAISE EXCEPTION 'only in READ ONLY transactions'; END IF;
  IF v_item.name = 'contested' AND nextval('api.attempts') < 3 THEN RAISE serialization_failure; END IF;
  IF api.may_write() THEN INSERT INTO api.mcp_exchange VALUES (v_item.name, v_told); END IF;
  RETURN CASE p_kind
    WHEN 'tool' THEN jsonb_build_object('content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', v_told::text)))
    WHEN 'prompt' THEN jsonb_build_object('messages', jsonb_build_array(jsonb_build_object('role', 'user',
      'content', jsonb_build_object('type', 'text', 'text', v_told::text))))
    ELSE jsonb_build_object('contents', jsonb_build_array(jsonb_build_object('uri', p_params ->> 'uri', 'text', v_told::text))) END;
END
$$;

CREATE FUNCTION api.mcp_handle_request(p_request jsonb, p_context jsonb DEFAULT NULL) RETURNS api.mcp_response
LANGUAGE plpgsql SECURITY DEFINER SET search_path = api, pg_temp AS $$
DECLARE
  v_method text := p_request ->> 'method';
  v_envelope jsonb := jsonb_build_object('jsonrpc', '2.0', 'id', p_request -> 'id');
BEGIN
  IF api.has('aged') THEN v_envelope := v_envelope || jsonb_build_object('id', p_request ->> 'id'); END IF;
  IF api.has('aged') AND v_method = 'resources/templates/list' THEN
    RETURN ROW(v_envelope || '{"error": {"code": -32601, "message": "unheard of"}}')::api.mcp_response;
  END IF;
  IF p_context ? 'user_email' AND api.may_write() THEN
    INSERT INTO api.person VALUES (p_context ->> 'user_id', p_context ->> 'user_email')
    ON CONFLICT (subject) DO UPDATE SET visits = person.visits + 1;
  END IF;
  RETURN ROW(v_envelope || jsonb_build_object('result', CASE v_method
    WHEN 'tools/call' THEN api.ran('tool', p_request -> 'params', p_context)
    WHEN 'resources/read' THEN api.ran('resource', p_request -> 'params', p_context)
    WHEN 'prompts/get' THEN api.ran('prompt', p_request -> 'params', p_context)
    ELSE api.listed(v_method, p_context) END))::api.mcp_response;
EXCEPTION
  WHEN serialization_failure THEN RAISE;
  WHEN OTHERS THEN
    RETURN ROW(v_envelope || '{"error": {"code": -32603, "message": "Out of order"}}')::api.mcp_response;
END
$$;

-- None for what it does not know, and no level where any will do.
CREATE FUNCTION api.mcp_request_policy(p_request jsonb, p_wanted text DEFAULT NULL)
RETURNS TABLE (transaction_isolation text, transaction_read_only boolean, transaction_deferrable boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = api, pg_temp
BEGIN ATOMIC
  SELECT isolation, read_only, read_only AND isolation = 'SERIALIZABLE' FROM api.item
  WHERE name = p_request -> 'params' ->> 'name' OR uri = p_request -> 'params' ->> 'uri';
END;

CREATE FUNCTION api.catalog_version() RETURNS text LANGUAGE sql STABLE RETURN 'of something else';

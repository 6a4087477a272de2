-- Which transaction a request needs, asked before it is opened.

CREATE OR REPLACE FUNCTION api.mcp_request_policy(
  p_request jsonb, p_requested_isolation text DEFAULT NULL,
  OUT transaction_isolation text, OUT transaction_read_only boolean, OUT transaction_deferrable boolean
) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_type text := CASE p_request ->> 'method'
    WHEN 'tools/call' THEN 'tool' WHEN 'resources/read' THEN 'resource' WHEN 'prompts/get' THEN 'prompt' END;
  v_key text := p_request -> 'params' ->> CASE v_type WHEN 'resource' THEN 'uri' ELSE 'name' END;
BEGIN
  transaction_isolation := coalesce(api.normal_isolation(p_requested_isolation), 'read committed');
  -- Taking a level we do not know for the weakest would fail open.
  IF p_requested_isolation IS NOT NULL AND api.normal_isolation(p_requested_isolation) IS NULL THEN
    RAISE EXCEPTION 'unknown isolation level: %', left(p_requested_isolation, 100) USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Whatever is not a handler that writes only reads the registry.
  transaction_read_only := true;
  SELECT r.read_only, CASE WHEN api.isolation_rank(r.min_transaction_isolation) > api.isolation_rank(transaction_isolation)
    THEN r.min_transaction_isolation ELSE transaction_isolation END
  INTO transaction_read_only, transaction_isolation
  FROM (SELECT) AS always LEFT JOIN api.find_route(v_type, v_key) r ON true;
  transaction_read_only := coalesce(transaction_read_only, true);
  transaction_deferrable := transaction_read_only AND transaction_isolation = 'serializable';
END
$$;
COMMENT ON FUNCTION api.mcp_request_policy(jsonb, text) IS
  'Always one row: the isolation level, at least the requested one, and whether to open the transaction READ ONLY and DEFERRABLE';

-- The handlers as the protocol sees them. Only those are there that the current role may execute: what a role may not
-- run it does not see, and is told does not exist.

CREATE OR REPLACE VIEW api.mcp_route WITH (security_barrier) AS
SELECT
  h.id AS handler_id,
  substr(h.handler_type, 5) AS mcp_type,
  h.name, h.title, h.description, h.input_schema, h.output_schema, h.uri_template, h.mime_type, h.arguments,
  h.tags, h.requires_auth, h.read_only,
  coalesce(h.min_transaction_isolation, 'read committed') AS min_transaction_isolation,
  h.function_name, h.from_pack, h.updated_at
FROM api.handler h
JOIN pg_proc p ON p.proname = h.function_name::name AND p.pronamespace = 'api'::regnamespace
  AND p.pronargs = 1 AND p.proargtypes[0] = 'api.mcp_request'::regtype AND p.prorettype = 'api.mcp_response'::regtype
WHERE has_function_privilege(p.oid, 'EXECUTE');
REVOKE ALL ON TABLE api.mcp_route FROM PUBLIC;
COMMENT ON VIEW api.mcp_route IS
  'Every handler the current role may run, with all a gateway needs to choose a transaction: read_only, min_transaction_isolation';

-- By name, or by URI for resources: a fixed URI before a template, a longer template before a shorter one.
CREATE OR REPLACE FUNCTION api.find_route(p_type text, p_key text) RETURNS SETOF api.mcp_route
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.* FROM api.mcp_route r
  WHERE r.mcp_type = p_type AND CASE
    WHEN p_type <> 'resource' THEN r.name = p_key
    WHEN strpos(r.uri_template, '{') = 0 THEN r.uri_template = p_key
    ELSE length(p_key) <= 8000 AND p_key ~ api.uri_pattern(r.uri_template) END
  ORDER BY r.uri_template = p_key DESC NULLS LAST, length(r.uri_template) DESC, r.name COLLATE "C"
  LIMIT 1;
END;

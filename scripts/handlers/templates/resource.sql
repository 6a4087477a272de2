-- {{name}}: a resource, which an assistant reads by its URI. Change it into your own, then:
--   npm run postern -- handlers test <this file>     tries it; nothing stays in the database
--   npm run postern -- handlers apply <this file>    registers it, or replaces what has the same id

-- A table to try it on. Your own is probably there already: then take these statements out.
CREATE TABLE IF NOT EXISTS example_invoice (
  number text PRIMARY KEY,
  tenant_id text NOT NULL,
  customer text NOT NULL,
  total numeric NOT NULL,
  paid_on date
);
-- Who is calling stands in auth.user_id, auth.tenant_id and auth.user_email for as long as the call runs, so policies
-- can decide by it. They bind the role of your connection; the owner of the table sees all of it.
ALTER TABLE example_invoice ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_invoices ON example_invoice;
CREATE POLICY own_invoices ON example_invoice USING (tenant_id = current_setting('auth.tenant_id', true));

-- {number} in the template stands for one part of the URI. Without such a part the resource has one fixed URI.
SELECT api.create_or_replace_mcp_handler($metadata${
  "id": "{{id}}",
  "type": "resource",
  "name": "{{name}}",
  "title": "Invoice",
  "description": "One invoice by its number: customer, total, and when it was paid.",
  "uriTemplate": "app://{{name}}/{number}",
  "mimeType": "application/json",
  "readOnly": true,
  "tags": ["billing"]
}$metadata$, $body$
DECLARE
  v_number text := api.mcp_uri_variables('app://{{name}}/{number}', (request).uri) ->> 'number';
  v_invoice jsonb;
BEGIN
  SELECT to_jsonb(i) - 'tenant_id' INTO v_invoice FROM example_invoice i WHERE i.number = v_number;
  IF v_invoice IS NULL THEN
    -- The same for an invoice of somebody else: whether it exists is not for this caller to know.
    RETURN api.mcp_error(-32602, 'Resource not found: ' || (request).uri, (request).request_id);
  END IF;
  RETURN api.mcp_resource_result(jsonb_build_array(jsonb_build_object(
    'uri', (request).uri, 'mimeType', 'application/json', 'text', v_invoice::text)), (request).request_id);
END;
$body$);

-- Let the role of your connection read the table:
-- GRANT SELECT ON example_invoice TO postern_reader;

-- What "handlers test" does. given: runs in the test only; as: says who calls; expect: must be in the answer.
-- given: INSERT INTO example_invoice VALUES ('2026-007', 'acme', 'Ada', 120.50, NULL) ON CONFLICT DO NOTHING;

-- call: resources/read {"uri": "app://{{name}}/2026-007"}
-- as: {"user_id": "demo|ada", "tenant_id": "acme"}
-- expect: {"result": {"contents": [{"uri": "app://{{name}}/2026-007", "mimeType": "application/json"}]}}

-- call: resources/read {"uri": "app://{{name}}/none"}
-- as: {"user_id": "demo|ada", "tenant_id": "acme"}
-- expect: {"error": {"code": -32602}}

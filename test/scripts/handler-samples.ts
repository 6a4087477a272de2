import type pg from "pg";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { register, saying } from "./handler-database.ts";

const locationSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const weatherBody = `
DECLARE
  v_celsius numeric := (SELECT celsius FROM public.weather WHERE city = (request).arguments ->> 'city');
  v_report jsonb := jsonb_build_object('celsius', v_celsius);
BEGIN
  IF v_celsius IS NULL THEN
    RETURN api.mcp_tool_error('No weather for ' || ((request).arguments ->> 'city'), (request).request_id);
  END IF;
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(v_report::text)), (request).request_id, false, v_report);
END;`;

const payBody = `
DECLARE
  v_total numeric;
BEGIN
  UPDATE public.invoices SET paid_by = current_setting('auth.user_id', true)
  WHERE id = ((request).arguments ->> 'id')::int RETURNING total INTO v_total;
  IF (request).arguments ? 'fail' THEN RAISE EXCEPTION 'card 4111-1111 declined' USING DETAIL = 'bank says no'; END IF;
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text('Paid ' || v_total)), (request).request_id);
END;`;

const invoiceBody = `
DECLARE
  v_id text := api.mcp_uri_variables('invoice://{tenant}/{number}', (request).uri) ->> 'number';
BEGIN
  RETURN api.mcp_resource_result((
    SELECT jsonb_agg(jsonb_build_object('uri', (request).uri, 'mimeType', 'application/json', 'text', to_jsonb(i)::text))
    FROM public.invoices i WHERE i.id::text = v_id), (request).request_id);
END;`;

const reminderBody = `
BEGIN
  RETURN api.mcp_prompt_result(jsonb_build_array(jsonb_build_object('role', 'user', 'content', api.mcp_text(
    format('Remind %s of the invoice, %s.', (request).arguments ->> 'customer',
      coalesce((request).arguments ->> 'tone', 'kindly'))))), (request).request_id);
END;`;

/** Installs the pack with handlers about the weather and about invoices, and the tables they need. */
export async function installSamples(client: pg.Client): Promise<void> {
  await installPack(client);
  await client.query(`CREATE TABLE weather (city text PRIMARY KEY, celsius numeric);
    INSERT INTO weather VALUES ('Bergen', 8.5), ('Cairo', 31);
    CREATE TABLE invoices (id int PRIMARY KEY, tenant_id text, total numeric, paid_by text);
    INSERT INTO invoices VALUES (1, 'acme', 120.50), (2, 'globex', 99)`);
  const outputSchema = { type: "object", properties: { celsius: { type: "number" } } };
  await register(
    client,
    { type: "tool", name: "weather_in", inputSchema: locationSchema, outputSchema, readOnly: true },
    weatherBody,
  );
  await register(client, { type: "tool", name: "pay_invoice" }, payBody);
  await register(
    client,
    { type: "tool", name: "strict", minTransactionIsolation: "SERIALIZABLE", readOnly: true },
    saying("ok"),
  );
  await register(client, { type: "tool", name: "repeat", minTransactionIsolation: "repeatable_read" }, saying("ok"));
  await register(
    client,
    { type: "resource", name: "invoice", uriTemplate: "invoice://{tenant}/{number}" },
    invoiceBody,
  );
  const reminder = [{ name: "customer", required: true }, { name: "tone" }];
  await register(client, { type: "prompt", name: "reminder", arguments: reminder, requiresAuth: false }, reminderBody);
}

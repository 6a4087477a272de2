import { type Context, Hono } from "hono";
import { checkConnection, type ConnectionCheck } from "../catalog/check-connection.ts";
import { readConfig } from "../config.ts";
import { deleteConnection, saveConnection } from "../tenants/connection-store.ts";
import { parseConnectionString } from "../tenants/connection-string.ts";
import type { Tenant } from "../tenants/records.ts";
import { loadTenant } from "../tenants/tenant-store.ts";
import { identifier, invalid, optionalText, proxy, requireFields } from "./admin-input.ts";
import { showConnection } from "./admin-views.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { operatorContext } from "./operator-context.ts";
import { tenantParam } from "./tenant-param.ts";

export const adminConnections = new Hono<HttpEnv>();

adminConnections.post("/", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["id", "url", "proxy", "description"]);
  const { url } = fields;
  if (typeof url !== "string") throw invalid("url must be a connection string");
  const { sealingKeys, localProxy, allowedProxies } = readConfig(c.env);
  const id = identifier(fields["id"], "id");
  const front = proxy(fields["proxy"], allowedProxies);
  // Behind a proxy the host is a name in the proxy's own network.
  const target = parseConnectionString(url, localProxy !== undefined || front !== undefined);
  const wanted = {
    id,
    target,
    ...(front === undefined ? {} : { proxy: front }),
    ...optionalText(fields, "description"),
  };
  const connection = await saveConnection(c.env.POSTERN_KV, sealingKeys, tenantParam(c), wanted);
  // Just as it was saved: KV need not show it here yet.
  const tenant = { ...(await loadTenant(c.env.POSTERN_KV, tenantParam(c))), connections: [connection] };
  return c.json({ connection: showConnection(connection), check: await check(c, tenant, id) }, 201);
});

adminConnections.get("/", async (c) => {
  const { connections } = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ connections: connections.map(showConnection) });
});

adminConnections.post("/:id/check", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ check: await check(c, tenant, c.req.param("id")) });
});

adminConnections.delete("/:id", async (c) => {
  await deleteConnection(c.env.POSTERN_KV, tenantParam(c), c.req.param("id"));
  return c.body(null, 204);
});

async function check(c: Context<HttpEnv>, tenant: Tenant, id: string): Promise<ConnectionCheck> {
  return await checkConnection(operatorContext(c, tenant).database(id).read);
}

import { Hono } from "hono";
import { readConfig } from "../config.ts";
import type { Connection, Tenant, TokenRecord } from "../tenants/records.ts";
import * as store from "../tenants/tenant-store.ts";
import { createToken, hashToken } from "../tenants/token.ts";
import {
  identifier,
  integer,
  invalid,
  optionalText,
  policy,
  policyNames,
  proxy,
  requireFields,
  scopeList,
  text,
} from "./admin-input.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { requireAdmin } from "./require-admin.ts";

const dayMs = 24 * 60 * 60 * 1000;

// What leaves the admin API: never a sealed secret, a password or a token's hash.
const showConnection = ({ sealed: _, ...shown }: Connection) => shown;
const showTenant = (tenant: Tenant) => ({ ...tenant, connections: tenant.connections.map(showConnection) });
const showToken = ({ hash: _, ...shown }: TokenRecord) => shown;

export const admin = new Hono<HttpEnv>();

admin.use(async (c, next) => {
  await requireAdmin(c);
  await next();
});

admin.post("/tenants", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["id", "name", "policy"]);
  const id = identifier(fields["id"], "id");
  const tenant = { id, name: text(fields["name"], "name", id), policy: policy(fields["policy"]), connections: [] };
  await store.createTenant(c.env.POSTERN_KV, tenant);
  return c.json({ tenant: showTenant(tenant) }, 201);
});

admin.patch("/tenants/:tenant", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["name", "policy"]);
  const tenant = await store.loadTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  const changes = requireFields(fields["policy"] ?? {}, policyNames);
  const name = text(fields["name"], "name", tenant.name);
  const changed = { ...tenant, name, policy: policy({ ...tenant.policy, ...changes }) };
  await store.saveTenant(c.env.POSTERN_KV, changed);
  return c.json({ tenant: showTenant(changed) });
});

admin.get("/tenants", async (c) => c.json({ tenants: (await store.listTenants(c.env.POSTERN_KV)).map(showTenant) }));

admin.delete("/tenants/:tenant", async (c) => {
  await store.deleteTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  return c.body(null, 204);
});

admin.post("/tenants/:tenant/connections", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["id", "url", "proxy"]);
  const { url } = fields;
  if (typeof url !== "string") throw invalid("url must be a connection string");
  const { sealingKeys, localProxy, allowedProxies } = readConfig(c.env);
  const id = identifier(fields["id"], "id");
  const front = proxy(fields["proxy"], allowedProxies);
  // Behind a proxy the host is a name in the proxy's own network.
  const allowLocal = localProxy !== undefined || front !== undefined;
  const wanted = { id, url, proxy: front, sealingKeys, allowLocal };
  const connection = await store.saveConnection(c.env.POSTERN_KV, c.req.param("tenant"), wanted);
  return c.json({ connection: showConnection(connection) }, 201);
});

admin.get("/tenants/:tenant/connections", async (c) => {
  const { connections } = await store.loadTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  return c.json({ connections: connections.map(showConnection) });
});

admin.delete("/tenants/:tenant/connections/:id", async (c) => {
  await store.deleteConnection(c.env.POSTERN_KV, c.req.param("tenant"), c.req.param("id"));
  return c.body(null, 204);
});

admin.post("/tenants/:tenant/tokens", async (c) => {
  const tenant = await store.loadTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  const fields = requireFields(await readJsonBody(c.req.raw), [
    "label",
    "scopes",
    "subject",
    "email",
    "role",
    "expiresInDays",
  ]);
  const { token, id } = createToken();
  const subject = text(fields["subject"], "subject", `postern|${id}`);
  if (!subject.includes("|")) throw invalid('subject must be of the form "provider|subject"');
  const days = integer(fields["expiresInDays"], "expiresInDays", [1, 3650], 0);
  const record = {
    id,
    hash: await hashToken(token),
    tenant: tenant.id,
    subject,
    scopes: scopeList(fields["scopes"]),
    ...optionalText(fields, "email"),
    ...optionalText(fields, "role"),
    label: text(fields["label"], "label", ""),
    createdAt: new Date().toISOString(),
    expiresAt: days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString(),
  };
  await store.saveToken(c.env.POSTERN_KV, record);
  return c.json({ token, record: showToken(record) }, 201);
});

admin.get("/tenants/:tenant/tokens", async (c) => {
  const tenant = await store.loadTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  return c.json({ tokens: (await store.listTokens(c.env.POSTERN_KV, tenant.id)).map(showToken) });
});

admin.delete("/tenants/:tenant/tokens/:id", async (c) => {
  await store.deleteToken(c.env.POSTERN_KV, c.req.param("tenant"), c.req.param("id"));
  return c.body(null, 204);
});

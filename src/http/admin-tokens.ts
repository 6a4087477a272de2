import { Hono } from "hono";
import { limits } from "../config.ts";
import { callKeyPrefix } from "../mcp/call-key.ts";
import { abortCalls } from "../mcp/running-calls.ts";
import { streamsOf } from "../mcp/schema-watch.ts";
import type { TokenRecord } from "../tenants/records.ts";
import { rotateToken } from "../tenants/rotate-token.ts";
import { loadTenant } from "../tenants/tenant-store.ts";
import { tokenEnd } from "../tenants/token-end.ts";
import { deleteToken, listTokens, listUses, saveToken } from "../tenants/token-store.ts";
import { createToken, hashToken } from "../tenants/token.ts";
import { connectionList, integer, invalid, optionalText, requireFields, scopeList, text } from "./admin-input.ts";
import { showToken } from "./admin-views.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { operatorContext } from "./operator-context.ts";
import { tenantParam } from "./tenant-param.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const tokenFields = ["label", "scopes", "subject", "email", "role", "connections", "expiresInDays"];

export const adminTokens = new Hono<HttpEnv>();

adminTokens.post("/", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  const fields = requireFields(await readJsonBody(c.req.raw), tokenFields);
  const { token, id } = createToken();
  const subject = text(fields["subject"], "subject", `postern|${id}`);
  if (!subject.includes("|")) throw invalid('subject must be of the form "provider|subject"');
  const days = integer(fields["expiresInDays"], "expiresInDays", [1, 3650], 0);
  const record: TokenRecord = {
    id,
    hash: await hashToken(token),
    tenant: tenant.id,
    subject,
    scopes: scopeList(fields["scopes"]),
    ...optionalText(fields, "email"),
    ...optionalText(fields, "role"),
    ...connectionList(fields["connections"], tenant),
    label: text(fields["label"], "label", ""),
    createdAt: new Date().toISOString(),
    expiresAt: tokenEnd(days === 0 ? null : days * dayMs, tenant.preview, Date.now()),
  };
  await saveToken(c.env.POSTERN_KV, record);
  return c.json({ token, record: showToken(record) }, 201);
});

adminTokens.get("/", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  const uses = await listUses(c.env.POSTERN_KV, tenant.id);
  const tokens = await listTokens(c.env.POSTERN_KV, tenant.id);
  return c.json({
    tokens: tokens.map((record) => Object.assign(showToken(record), { lastUsedAt: uses.get(record.id) })),
  });
});

adminTokens.post("/:id/rotate", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["overlapHours"]);
  const hours = integer(fields["overlapHours"], "overlapHours", [0, 8760], 24);
  const rotated = await rotateToken(c.env.POSTERN_KV, tenantParam(c), c.req.param("id"), hours * hourMs);
  const { token, record, previous } = rotated;
  return c.json({ token, record: showToken(record), previous: showToken(previous) }, 201);
});

adminTokens.delete("/:id", async (c) => {
  const id = c.req.param("id");
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  await deleteToken(c.env.POSTERN_KV, tenant.id, id);
  const bounds = { isolateCacheSeconds: limits.recordCacheMs / 1000, kvSeconds: limits.storageSpreadMs / 1000 };
  if (c.req.query("now") === undefined) return c.json({ revoked: id, ...bounds });
  // Before this isolate's own calls are aborted, which would end their statements uncounted.
  const { cancelled, unreached } = await operatorContext(c, tenant).cancelStatements(callKeyPrefix(id));
  for (const prefix of [callKeyPrefix(id), streamsOf(id)]) abortCalls(prefix);
  return c.json({ revoked: id, ...bounds, cancelledStatements: cancelled, unreachedConnections: unreached });
});

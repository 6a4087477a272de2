import type { Context } from "hono";
import { version } from "../../package.json";
import { toAppError } from "../errors.ts";
import type { Tenant } from "../tenants/records.ts";
import { listTenants, loadTenant } from "../tenants/tenant-store.ts";
import type { HttpEnv } from "./http-env.ts";
import { operatorContext } from "./operator-context.ts";
import { requireAdmin } from "./require-admin.ts";

/** Says that the Worker runs; with ?deep=1 and the admin token also that KV and a tenant's default connection answer. */
export async function health(c: Context<HttpEnv>): Promise<Response> {
  if (c.req.query("deep") === undefined) return c.json({ status: "ok", version });
  await requireAdmin(c);
  const wanted = c.req.query("tenant");
  const tenant =
    wanted === undefined ? (await listTenants(c.env.POSTERN_KV))[0] : await loadTenant(c.env.POSTERN_KV, wanted);
  const database = tenant === undefined ? "no tenant" : await probeDatabase(c, tenant);
  const status = database === "ok" || database === "no tenant" ? "ok" : "degraded";
  return c.json({ status, version, kv: "ok", tenant: tenant?.id, database }, status === "ok" ? 200 : 503);
}

async function probeDatabase(c: Context<HttpEnv>, tenant: Tenant): Promise<string> {
  try {
    await operatorContext(c, tenant).database().query("SELECT 1", [], { maxRows: 1 });
    return "ok";
  } catch (thrown) {
    return toAppError(thrown, c.get("requestId")).code;
  }
}

import type { Context } from "hono";
import { version } from "../../package.json";
import type { HttpEnv } from "./http-env.ts";
import { requireAdmin } from "./require-admin.ts";

/** Says that the Worker runs; with ?deep=1 and the admin token also that KV answers. */
export async function health(c: Context<HttpEnv>): Promise<Response> {
  if (c.req.query("deep") === undefined) return c.json({ status: "ok", version });
  await requireAdmin(c);
  await c.env.POSTERN_KV.list({ limit: 1 });
  return c.json({ status: "ok", version, kv: "ok" });
}

import type { Context } from "hono";
import { readConfig } from "../config.ts";
import { sameSecret } from "../tenants/same-secret.ts";
import { checkAttempts, failAttempt } from "./failed-attempts.ts";
import type { HttpEnv } from "./http-env.ts";

/** An unset ADMIN_TOKEN admits nobody. */
export async function requireAdmin(c: Context<HttpEnv>): Promise<void> {
  checkAttempts(c);
  const { adminToken } = readConfig(c.env);
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  if (adminToken === undefined || adminToken === "" || !(await sameSecret(bearer, adminToken))) {
    throw await failAttempt(c);
  }
}

import { waitUntil } from "cloudflare:workers";
import type { Context } from "hono";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { CallRecord } from "../mcp/call-record.ts";
import { authenticate, type Caller } from "../tenants/authenticate.ts";
import { noteUse } from "../tenants/last-used.ts";
import { checkAttempts, failAttempt } from "./failed-attempts.ts";
import type { HttpEnv } from "./http-env.ts";

/** Finds out who is calling and opens the record of the call, or refuses in one shape for every reason. */
export async function admit(c: Context<HttpEnv>): Promise<{ caller: Caller; record: CallRecord }> {
  // Colleagues behind a held address go on with tokens that were good a moment ago.
  const caller = await authenticate(c.env.POSTERN_KV, c.req.header("authorization"), () => checkAttempts(c));
  if (caller === undefined || !isServedHere(c, caller)) throw await failAttempt(c);
  const record = new CallRecord({ requestId: c.get("requestId"), tenant: caller.tenant.id, token: caller.token.id });
  c.set("call", { record, release: record.retain() });
  const noting = noteUse(c.env.POSTERN_KV, caller);
  // Nobody waits for it, and the next hour tries again.
  if (noting !== undefined)
    waitUntil(noting.catch(() => log("last_used_not_saved", { requestId: c.get("requestId") })));
  return { caller, record };
}

/** The address of a preview serves that preview and nobody else. */
function isServedHere({ req }: Context<HttpEnv>, { tenant }: Caller): boolean {
  const preview = req.param("preview");
  return preview === undefined || (tenant.id === preview && tenant.preview !== undefined);
}

/** Holds the tenant to the rate of its policy. */
export async function checkRate({ env }: Context<HttpEnv>, { tenant }: Caller): Promise<void> {
  const limiters: Record<number, RateLimit> = {
    60: env.CALL_RATE_60,
    300: env.CALL_RATE_300,
    1200: env.CALL_RATE_1200,
    6000: env.CALL_RATE_6000,
  };
  const { success } = await (limiters[tenant.policy.callsPerMinute] ?? env.CALL_RATE_1200).limit({ key: tenant.id });
  if (success) return;
  throw new AppError("rate_limited", "Too many calls of this tenant.", { next: "Wait, then go on more slowly." });
}

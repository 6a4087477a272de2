import type { Context } from "hono";
import { readConfig } from "../config.ts";
import { createRequestContext, type ServedContext } from "../mcp/request-context.ts";
import type { Tenant } from "../tenants/records.ts";
import type { HttpEnv } from "./http-env.ts";

const nothing = (): undefined => undefined;

/** What the operator sees of a tenant's databases: all of its connections, as nobody in particular. */
export function operatorContext(c: Context<HttpEnv>, tenant: Tenant): ServedContext {
  const token = { id: "operator", subject: "postern|operator", scopes: ["read"] } as const;
  return createRequestContext(
    { tenant, token },
    { kv: c.env.POSTERN_KV, config: readConfig(c.env), ai: c.env.AI },
    {
      requestId: c.get("requestId"),
      key: "postern operator",
      record: { note: nothing, retain: () => nothing },
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
}

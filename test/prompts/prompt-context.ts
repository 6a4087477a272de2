import { env } from "cloudflare:workers";
import { readConfig } from "../../src/config.ts";
import type { RequestContext } from "../../src/context.ts";
import { createRequestContext } from "../../src/mcp/request-context.ts";
import { loadTenant } from "../../src/tenants/tenant-store.ts";
import { createCaller } from "../support/worker.ts";

/** A request's context as the Worker builds it, for a new tenant of the sample database or of the one at `url`. */
export async function createContext(options: { url?: string; policy?: object } = {}): Promise<RequestContext> {
  const { tenant } = await createCaller(options);
  return createRequestContext(
    {
      tenant: await loadTenant(env.POSTERN_KV, tenant),
      token: { id: "test", subject: "test|prompts", scopes: ["read"] },
    },
    { kv: env.POSTERN_KV, config: readConfig(env) },
    {
      requestId: crypto.randomUUID(),
      record: { note: () => undefined, retain: () => () => undefined },
      key: "prompts",
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
}

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { proxy } from "../../src/http/admin-input.ts";
import { createRequestContext } from "../../src/mcp/request-context.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { seal } from "../../src/tenants/sealing.ts";
import { admin, createCaller } from "../support/worker.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Where a read of such a connection would go in production, where there is no local proxy. */
async function requestedUrl(proxied: object): Promise<string> {
  const target = { id: "main", host: "db.example.com", port: 5432, user: "u", database: "d", createdAt: "2026-01-01" };
  const sealed = await seal(env.SEALING_KEY, "t", "main", "postgresql://u:p@db.example.com:5432/d");
  const tenant = { id: "t", name: "t", policy: completePolicy({}), connections: [{ ...target, ...proxied, sealed }] };
  const context = createRequestContext(
    { tenant, token: { id: "x", subject: "a|b", scopes: ["read"] } },
    { kv: env.POSTERN_KV, config: { ...readConfig(env), localProxy: undefined } },
    {
      requestId: crypto.randomUUID(),
      record: { note: () => undefined, retain: () => () => undefined },
      key: "x",
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
  const sent = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("not in a test"));
  await expect(context.database().query("SELECT 1", [], { maxRows: 1 })).rejects.toMatchObject({
    code: "database_not_ready",
  });
  const url = sent.mock.calls[0]?.[0];
  return typeof url === "string" ? url : "";
}

test("sends a connection's statements to Neon, or to the proxy it names, over TLS", async () => {
  expect(await requestedUrl({})).toBe("https://api.example.com/sql");
  vi.restoreAllMocks();
  expect(await requestedUrl({ proxy: "pg.example.com:8443" })).toBe("https://pg.example.com:8443/sql");
});

test("takes only proxies that the operator has listed", async () => {
  expect(proxy("pg.example.com", ["pg.example.com"])).toBe("pg.example.com");
  expect(proxy(undefined, [])).toBeUndefined();
  const { tenant } = await createCaller();
  const refused = await admin("POST", `/tenants/${tenant}/connections`, {
    id: "far",
    url: "postgres://u:p@db.internal:5432/d",
    proxy: "evil.example.com",
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { next: expect.stringContaining("ALLOWED_PROXIES") } });
});

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

/** Where a read of such a connection would go in production, where there is no local proxy; empty when nowhere. */
async function requestedUrl(host: string, proxied: object, code = "database_not_ready"): Promise<string> {
  const target = { id: "main", host, port: 5432, user: "u", database: "d", createdAt: "2026-01-01" };
  const sealed = await seal(env.SEALING_KEY, "t", "main", `postgresql://u:p@${host}:5432/d`);
  const tenant = {
    id: "t",
    name: "t",
    policy: completePolicy({}),
    connections: [{ ...target, ...proxied, sealed }],
    models: { tenant: "t" },
  };
  const context = createRequestContext(
    { tenant, token: { id: "x", subject: "a|b", scopes: ["read"] } },
    {
      kv: env.POSTERN_KV,
      config: { ...readConfig(env), localProxy: undefined, allowedProxies: ["pg.example.com:8443"] },
    },
    {
      requestId: crypto.randomUUID(),
      record: { note: () => undefined, retain: () => () => undefined },
      key: "x",
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
  const sent = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("not in a test"));
  await expect(context.database().query("SELECT 1", [], { maxRows: 1 })).rejects.toMatchObject({ code });
  const url = sent.mock.calls[0]?.[0];
  vi.restoreAllMocks();
  return typeof url === "string" ? url : "";
}

test("sends a connection's statements to Neon, or to the proxy it names, over TLS", async () => {
  expect(await requestedUrl("ep-x-1.eu-central-1.aws.neon.tech", {})).toBe(
    "https://api.eu-central-1.aws.neon.tech/sql",
  );
  expect(await requestedUrl("db.example.com", { proxy: "pg.example.com:8443" })).toBe(
    "https://pg.example.com:8443/sql",
  );
});

test.each(["db.example.com", "example.com", "neon.tech", "db.neon.tech.example.com", "my-neon.tech"])(
  "sends the password of %s to that host and no other",
  async (host) => {
    expect(await requestedUrl(host, {})).toBe(`https://${host}/sql`);
  },
);

test("sends nothing to a proxy that the operator no longer lists", async () => {
  expect(await requestedUrl("db.example.com", { proxy: "old.example.com" }, "connection_unreadable")).toBe("");
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

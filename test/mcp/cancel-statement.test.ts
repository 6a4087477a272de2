import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createRequestContext, type ServedContext } from "../../src/mcp/request-context.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { seal } from "../../src/tenants/sealing.ts";

/** A call of a tenant whose first database is not there. */
async function createContext(key: string): Promise<ServedContext> {
  const place = { host: "h", port: 5432, user: "u", database: "d", createdAt: "2026-01-01" };
  const urls = { gone: env.READER_URL.replace(/:\d+\//, ":1/"), main: env.READER_URL };
  const connections = await Promise.all(
    Object.entries(urls).map(async ([id, url]) =>
      Object.assign({ id, sealed: await seal(env.SEALING_KEY, "t", id, url) }, place),
    ),
  );
  return createRequestContext(
    {
      tenant: { id: "t", name: "t", policy: completePolicy({}), connections, models: { tenant: "t" } },
      token: { id: "x", subject: "a|b", scopes: ["read"] },
    },
    { kv: env.POSTERN_KV, config: readConfig(env) },
    {
      requestId: crypto.randomUUID(),
      record: { note: () => undefined, retain: () => () => undefined },
      key,
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
}

test("cancels a statement in the database where it runs, though another does not answer", async () => {
  const key = `postern ${crypto.randomUUID().slice(0, 16)}`;
  const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b";
  const running = (await createContext(key)).database("main").query(endless, [], { maxRows: 1 });
  const ended = expect(running).rejects.toMatchObject({ details: { sqlstate: "57014" } });
  const canceller = await createContext(`${key} other`);
  let isOver = false;
  void ended.then(() => (isOver = true));
  // Each time the database that is gone is asked first.
  await expect.poll(async () => (await canceller.cancelStatement(key).catch(() => undefined), isOver)).toBe(true);
  await ended;
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { takePlace } from "../../src/mcp/tenant-load.ts";
import { admin, call, callQuery, createCaller } from "../support/worker.ts";

test("serves no more calls of a tenant at once than its policy says, and makes room again", async () => {
  const { token } = await createCaller({ policy: { maxConcurrentCalls: 3 } });
  const other = await createCaller();
  const slow = "SELECT count(*) FROM generate_series(1, 3000000)";
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => call(token, "tools/call", { name: "query", arguments: { query: slow } })),
  );
  expect((await call(other.token, "ping")).status).toBe(200);
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("1");
  expect(refused?.json.error.data).toMatchObject({ code: "rate_limited", retryable: true });
  for (let round = 0; round < 5; round += 1)
    expect((await callQuery(token, { query: "SELECT 1" })).isError).toBeUndefined();
});

test("gives its place back when a call fails, is refused, or asks for what is not there", async () => {
  const { token } = await createCaller({ policy: { maxConcurrentCalls: 1 } });
  for (const query of ["SELECT 1/0", "DROP TABLE x", "SELEC", "SELECT nothing"])
    expect((await callQuery(token, { query })).isError).toBe(true);
  expect((await call(token, "tools/call", { name: "nothing" })).json.error.data.code).toBe("tool_not_found");
  expect((await call(token, "no/such/method")).json.error.code).toBe(-32601);
  expect((await callQuery(token, { query: "SELECT 1" })).isError).toBeUndefined();
});

test("frees the place of a call that never ended", () => {
  const tenant = crypto.randomUUID();
  const now = Date.now();
  takePlace(tenant, 1, now);
  expect(() => takePlace(tenant, 1, now + 60_000)).toThrow(/1 calls running/);
  const leave = takePlace(tenant, 1, now + 16 * 60_000);
  leave();
  expect(takePlace(tenant, 1, now + 16 * 60_000)).toBeTypeOf("function");
});

test("counts calls against the rate that the tenant's policy names", async () => {
  const { token, tenant } = await createCaller({ policy: { callsPerMinute: 60 } });
  let admitted = 0;
  while ((await call(token, "ping")).status === 200) admitted += 1;
  // The limiter counts by the clock's minutes, and a new one may begin in between.
  expect(admitted).toBeGreaterThanOrEqual(60);
  expect(admitted).toBeLessThanOrEqual(120);
  await admin("PATCH", `/tenants/${tenant}`, { policy: { callsPerMinute: 300 } });
  expect((await call(token, "ping")).status).toBe(200);
});

test("refuses a rate for which there is no limiter", async () => {
  const response = await admin("POST", "/tenants", { id: "odd-rate", policy: { callsPerMinute: 61 } });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("policy.callsPerMinute must be one of 60, 300, 1200, 6000");
  expect(await env.POSTERN_KV.get("tenant:odd-rate")).toBeNull();
});

import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { clientAddress } from "../../src/http/client-address.ts";
import { createToken } from "../../src/tenants/token.ts";
import { createCaller, post } from "../support/worker.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

/** Uses up what the address may fail, whatever the limit in wrangler.toml is. */
async function exhaust(address: string): Promise<number> {
  for (let attempt = 1; attempt < 1000; attempt += 1) {
    const { status } = await post(createToken().token, ping, from(address));
    if (status === 429) return attempt;
    expect(status).toBe(401);
  }
  throw new Error("the address was never held");
}

test("holds an address that fails too often, and looks at nothing it sends until the hold ends", async () => {
  const { token } = await createCaller();
  expect(await exhaust("192.0.2.1")).toBeGreaterThan(30);
  const reads = vi.spyOn(env.POSTERN_KV, "get");
  const held = await post(token, ping, from("192.0.2.1"));
  expect(held.status).toBe(429);
  expect(held.headers.get("retry-after")).toBe("10");
  expect(held.json.error.data.code).toBe("rate_limited");
  expect(reads).not.toHaveBeenCalled();
  expect((await post(token, ping, from("192.0.2.2"))).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 10_001, toFake: ["Date"] });
  expect((await post(token, ping, from("192.0.2.1"))).status).toBe(200);
});

test("lets a token that was good a moment ago go on from a held address", async () => {
  const { token } = await createCaller();
  expect((await post(token, ping, from("192.0.2.9"))).status).toBe(200);
  await exhaust("192.0.2.9");
  expect((await post(token, ping, from("192.0.2.9"))).status).toBe(200);
});

test("does not charge a request that carries no token", async () => {
  for (let round = 0; round < 40; round += 1) {
    const response = await exports.default.fetch("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": "192.0.2.3" },
      body: JSON.stringify(ping),
    });
    expect(response.status).toBe(401);
  }
});

test("charges wrong admin tokens as well", async () => {
  const guess = async (bearer: string): Promise<number> => {
    const headers = { authorization: `Bearer ${bearer}`, "cf-connecting-ip": "192.0.2.4" };
    return (await exports.default.fetch("http://localhost/admin/tenants", { headers })).status;
  };
  const statuses = new Set<number>();
  // Twice the limit, should the limiter's minute end in between.
  for (let round = 0; round < 62; round += 1) statuses.add(await guess("wrong"));
  expect([...statuses]).toEqual([401, 429]);
  expect(await guess(env.ADMIN_TOKEN)).toBe(429);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:ffff::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["not:an:address", "not:an:address"],
])("counts %s as %s", (given, counted) => {
  expect(clientAddress(new Headers({ "cf-connecting-ip": given }))).toBe(counted);
});

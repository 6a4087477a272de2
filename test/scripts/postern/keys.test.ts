import { afterEach, beforeEach, expect, test } from "vitest";
import { adminClient } from "../../../scripts/admin-client.ts";
import { rewrapAll } from "../../../scripts/postern/rewrap.ts";
import { type AdminServer, startAdminServer } from "./admin-server.ts";
import { addSealed } from "./admin-state.ts";
import { type Ran, runPostern } from "./run-postern.ts";

let server: AdminServer;

beforeEach(async () => {
  server = await startAdminServer();
  for (const id of ["a", "b", "c", "d", "e"]) addSealed(server.state, id, "k1", "k1");
  server.state.keys = { current: "k2", configured: ["k2", "k1"] };
});

afterEach(async () => {
  await server.close();
});

const postern = (...args: string[]): Promise<Ran> =>
  runPostern([...args, "--url", server.url], { adminToken: server.state.adminToken });

/** Runs the loop here, so that waiting is told instead of done. */
async function rewrapHere() {
  const waits: number[] = [];
  const admin = adminClient({ url: server.url, adminToken: server.state.adminToken });
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const done = await rewrapAll(admin, { onProgress: () => undefined, wait }).catch((error: unknown) => error);
  return { done, waits };
}

const rewrapCalls = () =>
  server.state.calls.filter(({ path }) => path === "/admin/keys/rewrap").map(({ body }) => body);

test("seals every connection anew, page by page, and says what is left to do", async () => {
  const { code, out, error } = await postern("keys", "rotate");
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Sealed 10 connections anew under k2; 0 were already.

    KEY  CONFIGURED  CURRENT  CONNECTIONS
    k2   yes         yes      10
    k1   yes         no       0

    k1 seals nothing any more: it can be taken out of SEALING_KEY.
    "
  `);
  expect(error).toMatchInlineSnapshot(`
    "Tenants done: 2; connections sealed anew: 4
    Tenants done: 4; connections sealed anew: 8
    Tenants done: 5; connections sealed anew: 10
    "
  `);
  expect(rewrapCalls()).toEqual([{}, { cursor: "2" }, { cursor: "4" }]);
  const again = await postern("keys", "rotate", "--json");
  expect(JSON.parse(again.out)).toMatchObject({ rewrapped: 0, alreadyCurrent: 10, failed: [] });
});

test("a run that broke off is taken up by the next one", async () => {
  const broken = { status: 400, body: { error: { code: "bad_request", message: "No." } } };
  server.state.rewrapFailures.push(undefined, broken);
  expect(await postern("keys", "rotate")).toMatchObject({ code: 1, out: "" });
  const { done } = await rewrapHere();
  expect(done).toEqual({ current: "k2", tenants: 5, rewrapped: 6, alreadyCurrent: 4, failed: [] });
});

test("a page is tried again when the server cannot just now, after the time it asks for", async () => {
  server.state.rewrapFailures.push(
    { status: 503 },
    { status: 429, headers: { "retry-after": "7" } },
    { status: 500, headers: { "retry-after": "100000" } },
    { status: 502 },
  );
  const { done, waits } = await rewrapHere();
  expect(done).toMatchObject({ tenants: 5, rewrapped: 10 });
  expect(waits).toEqual([1000, 7000, 60_000, 8000]);
  expect(rewrapCalls()).toEqual([{}, {}, {}, {}, {}, { cursor: "2" }, { cursor: "4" }]);
});

test("it gives up after a few tries, and at once where trying again cannot help", async () => {
  server.state.rewrapFailures.push(...Array.from({ length: 5 }, () => ({ status: 503 })));
  expect(await rewrapHere()).toMatchObject({ done: { status: 503 }, waits: [1000, 2000, 4000, 8000] });
  server.state.rewrapFailures.push({ status: 409 });
  expect(await rewrapHere()).toMatchObject({ done: { status: 409 }, waits: [] });
});

test("names the connections that no configured key opens, and exits with 1", async () => {
  addSealed(server.state, "c", "k1", "k0");
  const { code, out, error } = await postern("keys", "rotate");
  expect(code).toBe(1);
  expect(error).toContain("Could not open connection c1 of tenant c, sealed under k0: put that key back");
  expect(out).toContain("Nothing opens what k0 sealed");
  expect(out).not.toContain("keys rotate");
  const asJson = await postern("keys", "rotate", "--json");
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({ failed: [{ tenant: "c", connection: "c1", keyId: "k0" }] });
});

test("status counts over all pages and tells what to do", async () => {
  addSealed(server.state, "e", "k2", "k0");
  const { code, out } = await postern("keys", "status");
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "KEY  CONFIGURED  CURRENT  CONNECTIONS
    k2   yes         yes      1
    k1   yes         no       8
    k0   no          no       1

    Nothing opens what k0 sealed: put that key back into SEALING_KEY, or save the connections again.
    Seal the rest under k2: npm run postern -- keys rotate
    "
  `);
});

test("a server that sends the same page for ever is left", async () => {
  const page = { current: "k2", tenants: 1, rewrapped: 0, alreadyCurrent: 1, failed: [], cursor: "2" };
  server.state.rewrapFailures.push(...Array.from({ length: 9 }, () => ({ status: 200, body: page })));
  expect((await rewrapHere()).done).toMatchObject({ message: "The Worker sent the same page twice." });
});

test("makes another key each time, of the form that SEALING_KEY takes, and explains the way", async () => {
  const { code, out } = await runPostern(["keys", "generate"]);
  expect(code).toBe(0);
  const [key = ""] = out.split("\n");
  expect(key).toMatch(/^k20\d{6}-[0-9a-f]{4}:[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(key.split(":")[1] ?? "", "base64")).toHaveLength(32);
  for (const step of ["wrangler secret put SEALING_KEY", "npm run deploy", "keys rotate", "keys status"])
    expect(out).toContain(step);
  expect(out.split(key)).toHaveLength(2);
  const made = JSON.parse((await runPostern(["keys", "generate", "--json"])).out) as { key: string };
  expect(made.key).not.toBe(key);
});

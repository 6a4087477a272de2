import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { makeSealingKey } from "../../../scripts/postern/sealing-key.ts";
import { runHere } from "./run-here.ts";
import { type Postern, startPostern } from "./start-postern.ts";

const newKey = (id: string): string => makeSealingKey(new Date()).key.replace(/^[^:]+/, id);
const [old, fresh, lost] = [newKey("old"), newKey("fresh"), newKey("lost")];
let folder = "";
let postern: Postern | undefined;

/** The Worker with these keys, on the KV that those before it have left. */
async function startWith(...keys: string[]): Promise<Postern> {
  postern = await startPostern({ SEALING_KEY: keys.join(",") }, folder);
  return postern;
}

async function stop(): Promise<void> {
  await postern?.stop();
  postern = undefined;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postern-keys-"));
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** Leaves tenants with connections, and one with a model, all sealed under the key; gives back a token of that one. */
async function seal(key: string, tenants: number): Promise<string> {
  const { admin } = await startWith(key);
  const ids = Array.from({ length: tenants }, (_, index) => `${key.split(":")[0]}-${index}`);
  await Promise.all(
    ids.map(async (id) => {
      await admin.createTenant({ id });
      await admin.putConnection(id, { id: "main", url: inject("readerUrl") });
    }),
  );
  const [first = ""] = ids;
  await admin.putModel(first, "embedding", { provider: "openai", url: inject("modelServer"), key: "sk-rotated" });
  const { token } = await admin.createToken(first, {});
  await stop();
  return token;
}

/** What the query tool answers. */
async function query(url: string, token: string): Promise<unknown> {
  const response = await fetch(new URL("/mcp", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { query: "SELECT 1" } },
    }),
  });
  return ((await response.json()) as { result: { structuredContent: unknown } }).result.structuredContent;
}

test("a rotation leaves everything readable with the new key alone and nothing with the old", async () => {
  // More tenants than the Worker serves in one request.
  const token = await seal(old, 30);
  const both = await startWith(fresh, old);
  expect((await both.run("keys status")).out).toMatchInlineSnapshot(`
    "KEY    CONFIGURED  CURRENT  SECRETS
    fresh  yes         yes      0
    old    yes         no       31

    Seal the rest under fresh: npm run postern -- keys rotate
    "
  `);
  const rotated = await both.run("keys rotate");
  expect(rotated.code).toBe(0);
  expect(rotated.out).toMatchInlineSnapshot(`
    "Sealed 31 secrets anew under fresh; 0 were already.

    KEY    CONFIGURED  CURRENT  SECRETS
    fresh  yes         yes      31
    old    yes         no       0

    old seals nothing any more: it can be taken out of SEALING_KEY.
    "
  `);
  expect(rotated.error).toMatchInlineSnapshot(`
    "Secrets sealed anew: 25; already: 0
    Secrets sealed anew: 30; already: 0
    Secrets sealed anew: 31; already: 0
    "
  `);
  expect(await both.run("keys rotate --json")).toMatchObject({ code: 0 });
  expect((await both.run("keys status --json")).out).toBe(
    `${JSON.stringify(
      {
        current: "fresh",
        keys: [
          { id: "fresh", isConfigured: true, isCurrent: true, secrets: 31 },
          { id: "old", isConfigured: true, isCurrent: false, secrets: 0 },
        ],
      },
      null,
      2,
    )}\n`,
  );
  await stop();
  expect(await query((await startWith(fresh)).url, token)).toMatchObject({ rows: [[1]] });
  await stop();
  expect(await query((await startWith(old)).url, token)).toMatchObject({ code: "connection_unreadable" });
}, 60_000);

test("names the secrets that no configured key opens, does the rest, and exits with 1", async () => {
  await seal(lost, 1);
  await seal(old, 2);
  const { run } = await startWith(fresh, old);
  const status = await run("keys status");
  expect(status.code).toBe(0);
  expect(status.out).toMatchInlineSnapshot(`
    "KEY    CONFIGURED  CURRENT  SECRETS
    fresh  yes         yes      0
    old    yes         no       3
    lost   no          no       2

    Nothing opens what lost sealed: put that key back into SEALING_KEY, or save those secrets again.
    Seal the rest under fresh: npm run postern -- keys rotate
    "
  `);
  const { code, out, error } = await run("keys rotate");
  expect(code).toBe(1);
  for (const secret of ['connection "main"', "key of the embedding model"])
    expect(error).toContain(`Could not open the ${secret} of tenant lost-0, sealed under lost: put that key back`);
  expect(out).toContain("Sealed 3 secrets anew under fresh; 0 were already.");
  expect(out).toContain("Nothing opens what lost sealed");
  expect(out).not.toContain("keys rotate");
  const asJson = await run("keys rotate --json");
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({
    failed: [
      { tenant: "lost-0", secret: 'connection "main"', keyId: "lost" },
      { tenant: "lost-0", secret: "key of the embedding model", keyId: "lost" },
    ],
  });
}, 60_000);

test("says what is wrong with a SEALING_KEY that the Worker cannot read", async () => {
  const { run } = await startWith("fresh:too-short");
  expect(await run("keys rotate")).toMatchObject({
    code: 1,
    out: "",
    error: expect.stringMatching(/^The Worker's SEALING_KEY is malformed\..*\nThe operator must set it to "<key id>:/),
  });
});

test("makes another key each time, of the form that SEALING_KEY takes, and explains the way", async () => {
  const { code, out } = await runHere(["keys", "generate"]);
  expect(code).toBe(0);
  const [key = ""] = out.split("\n");
  expect(key).toMatch(/^k20\d{6}-[0-9a-f]{4}:[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(key.split(":")[1] ?? "", "base64")).toHaveLength(32);
  const steps = ["wrangler secret put SEALING_KEY", "npm run deploy", "keys rotate", "keys status"];
  for (const step of [...steps, "SEALING_KEY=<value> npm start", ".postern/secrets.json"]) expect(out).toContain(step);
  expect(out.split(key)).toHaveLength(2);
  const made = JSON.parse((await runHere(["keys", "generate", "--json"])).out) as { key: string };
  expect(made.key).not.toBe(key);
});

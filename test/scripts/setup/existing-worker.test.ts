import { rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { runWrangler } from "../../../scripts/cloudflare/wrangler.ts";
import { deployedVersion } from "../../support/cloudflare-api/state.ts";
import { setDesk } from "./setup-desk.ts";

const SEALING_KEY = `mine:${Buffer.alloc(32, 7).toString("base64")}`;
const desk = await setDesk();

beforeAll(async () => {
  const args = ["secret", "put", "SEALING_KEY", "--env=preview"];
  await runWrangler({ args, env: { ...process.env, ...desk.cloudflare.env }, input: SEALING_KEY });
});

function secretOf(name: string): unknown {
  const script = desk.cloudflare.state.scripts.get("postern-preview") ?? expect.fail("no Worker");
  return deployedVersion(script)?.bindings.find((binding) => binding.name === name)?.["text"];
}

test("a SEALING_KEY that is set is kept, and only the other secret is made", async () => {
  expect(secretOf("SEALING_KEY")).toBe(SEALING_KEY);
  const { code, out, error } = await desk.runAll("--env", "preview", "--tenant", "acme");
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toContain("○ Secrets: make ADMIN_TOKEN and keep a copy here");
  expect(secretOf("SEALING_KEY")).toBe(SEALING_KEY);
  const record = await desk.readRecord("postern-preview");
  expect(record["sealingKey"]).toBeUndefined();
  expect(secretOf("ADMIN_TOKEN")).toBe(record["adminToken"]);
});

test("from another checkout the ADMIN_TOKEN is asked for, or replaced when told so", async () => {
  rmSync(desk.records, { recursive: true });
  const args = ["--env", "preview", "--tenant", "acme", "--url", "https://postern-preview.example.workers.dev"];
  desk.takeChanges();
  const refused = await desk.run(args);
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining("or --new-admin-token to replace it") });
  expect(desk.takeChanges()).toEqual([]);

  const known = await desk.run([...args, "--check"], { env: { ADMIN_TOKEN: String(secretOf("ADMIN_TOKEN")) } });
  expect(known.out).toContain("✓ Connection: main: Postgres");
  // A token is shown only when it is made.
  expect(known).toMatchObject({ code: 1, out: expect.stringContaining("○ Token: make one") });

  const replaced = await desk.runAll(...args, "--new-admin-token");
  expect(replaced).toMatchObject({ code: 0, error: "" });
  expect(secretOf("ADMIN_TOKEN")).toBe((await desk.readRecord("postern-preview"))["adminToken"]);
  expect(secretOf("SEALING_KEY")).toBe(SEALING_KEY);
});

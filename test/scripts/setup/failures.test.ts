import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { recordOutput } from "../../canary/record-output.ts";
import { setDesk } from "./setup-desk.ts";

const desk = await setDesk();

test("without a terminal it asks nothing, and says which flag is missing before it changes anything", async () => {
  const { code, error } = await desk.run([]);
  expect({ code, error }).toEqual({
    code: 2,
    error: expect.stringContaining("Give --database-url -, with the URL on"),
  });
  expect(desk.takeChanges()).toEqual([]);
});

test.each([
  [["--frobnicate"], "Unknown option '--frobnicate'"],
  [["--env", "staging"], "--env must be production or preview"],
  [["--database-url", "mysql://host/db"], "--database-url must look like postgres://user:password@host/db"],
  [["--url", "ftp://example.com"], "--url must be the address of a Worker"],
] as const)("refuses %j", async (args, said) => {
  const { code, error } = await desk.run(args);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(said) });
});

test("says how to log in", async () => {
  const { code, error } = await desk.run([], { env: { CLOUDFLARE_API_TOKEN: undefined } });
  expect(code).toBe(1);
  expect(error).toContain("Not logged in to Cloudflare\nRun npx wrangler login, or set CLOUDFLARE_API_TOKEN");
});

test("a dry run tells people without an account what it would look for", async () => {
  const { code, out, error } = await desk.run(["--dry-run"], { env: { CLOUDFLARE_API_TOKEN: undefined } });
  expect(code).toBe(1);
  for (const part of ["KV namespace", "Secrets", "Worker", "Tenant", "Connection", "Token"])
    expect(out).toContain(`  ○ ${part}: make it unless it is there`);
  expect(error).toContain("Not logged in to Cloudflare");
  const { out: real } = await desk.run([], { env: { CLOUDFLARE_API_TOKEN: undefined } });
  expect(real).not.toContain("KV namespace");
});

test("says what a token that is refused needs", async () => {
  const { code, error } = await desk.run([], { env: { CLOUDFLARE_API_TOKEN: "wrong" } });
  expect(code).toBe(1);
  expect(error).toContain("Authentication error [code: 10000]");
  expect(error).toContain("Edit Cloudflare Workers");
});

test("does not choose among several accounts", async () => {
  const other = { id: "fedcba9876543210fedcba9876543210", name: "Other" };
  desk.cloudflare.state.accounts.push(other);
  const { code, error } = await desk.run([]);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("Give --account with one of Example (") });
  const wrong = await desk.run(["--account", "none"]);
  expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining("The login has no account none; it has Ex") });
  desk.cloudflare.state.accounts.pop();
});

test("waits when Cloudflare was asked too often, and says where a missing workers.dev subdomain is chosen", async () => {
  desk.cloudflare.state.subdomain = undefined;
  desk.breakOnce("GET", /namespaces$/, 429, 10429, "Rate limited. Please wait.", { "retry-after": "0" });
  // Made, but the answer was lost.
  desk.cloudflare.faults.push({
    ...desk.breakOnce("POST", /none/, 502, 10001, "Bad gateway"),
    path: /namespaces$/,
    afterwards: true,
  });
  const { code, out, error } = await desk.runAll();
  expect(code).toBe(1);
  expect(out).toContain("✓ KV namespace: created postern-postern-kv");
  expect(error).toContain("dash.cloudflare.com/0123456789abcdef0123456789abcdef/workers/onboarding");
  expect(error).toContain("Choose the subdomain there once");
  // Wrangler tries once more what failed so.
  expect(new Set(desk.takeChanges())).toEqual(new Set(["POST /accounts/A/storage/kv/namespaces"]));
  desk.cloudflare.state.subdomain = "example";
});

test("Ctrl-C in the middle of the deployment leaves no secret but the operator's own copy", async () => {
  // Never answered: the process waits here until it is interrupted.
  const reached = desk.holdNext("PUT", /scripts\/postern$/);
  const child = spawn(process.execPath, ["scripts/setup.ts", "--database-url", "-"], { env: desk.env });
  const printed: string[] = [];
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  child.stdin.end(inject("readerUrl"));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  await reached;
  child.kill("SIGINT");
  expect(await exited).toBe(130);
  recordOutput("setup", printed.join(""));
  expect(printed.join("")).toContain("Interrupted. Run it again to go on from here.");
  // The file that carried the secrets is gone.
  expect(await readdir(desk.records)).toEqual([expect.stringMatching(/^postern\.\w+\.json$/)]);
});

test("a run that failed is completed by later ones, with the same secrets and the same storage", async () => {
  const before = await desk.readRecord();
  // The Worker is there afterwards, but nobody was told.
  desk.cloudflare.faults.push({
    ...desk.breakOnce("PUT", /none/, 500, 10013, "Internal error"),
    path: /scripts\/postern$/,
    afterwards: true,
    times: 3,
  });
  const failed = await desk.runAll();
  expect(failed).toMatchObject({ code: 1, error: expect.stringContaining("Internal error [code: 10013]") });
  expect(failed.error).toContain("run this again: it goes on from there");

  const { code, out, error } = await desk.runAll();
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toContain("✓ Secrets: ADMIN_TOKEN and SEALING_KEY are set");
  expect(out).toContain("which the Worker has");
  expect(out).toMatch(/✓ Token: made \w+/);
  expect(await desk.readRecord()).toMatchObject({ adminToken: before["adminToken"], sealingKey: before["sealingKey"] });
  expect(desk.cloudflare.state.namespaces).toHaveLength(1);
});

test("a database that does not answer fails the run, and the right one mends it", async () => {
  const wrong = await desk.run(["--database-url", "-"], { input: "postgres://nobody:x@127.0.0.1:1/none" });
  expect(wrong).toMatchObject({ code: 1, error: expect.stringContaining("main: could not connect") });
  expect(wrong.error).toContain("Run this again with the right --database-url");
  const { code, out } = await desk.runAll();
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("○ Connection: replace 127.0.0.1") });
});

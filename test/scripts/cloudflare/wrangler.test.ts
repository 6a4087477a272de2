import { afterAll, beforeAll, expect, test } from "vitest";
import { runWrangler } from "../../../scripts/cloudflare/wrangler.ts";
import { type CloudflareApi, startCloudflareApi } from "../../support/cloudflare-api/server.ts";
import { recordWorker } from "../../support/start-worker.ts";

let cloudflare: CloudflareApi;

beforeAll(async () => {
  cloudflare = await startCloudflareApi({ overrides: {}, print: recordWorker });
});

afterAll(async () => {
  await cloudflare.close();
});

/** What the two variables that a login leaves behind are for; the rest of the environment is this process's. */
const run = async (args: readonly string[], input?: string) =>
  await runWrangler({ args, env: { ...process.env, ...cloudflare.env }, ...(input === undefined ? {} : { input }) });

test("a preview's version has the secrets and the storage of its environment, and an address of its own", async () => {
  // On a new Worker: what `npm run deploy:preview` does once the secrets are there.
  const secrets = { ADMIN_TOKEN: process.env["ADMIN_TOKEN"], SEALING_KEY: process.env["SEALING_KEY"] };
  expect(await run(["secret", "bulk", "--env=preview"], JSON.stringify(secrets))).toMatchObject({ exitCode: 0 });
  expect(await run(["deploy", "--env=preview", "--minify"])).toMatchObject({ exitCode: 0, stderr: "" });
  const uploaded = await run(["versions", "upload", "--env=preview", "--minify", "--preview-alias", "acme"]);
  expect(uploaded).toMatchObject({ exitCode: 0, stderr: "" });
  expect(uploaded.stdout).toContain("https://acme-postern-preview.example.workers.dev");

  const address = "https://acme-postern-preview.example.workers.dev";
  const healthy = await cloudflare.fetch(`${address}/health?deep=1`, {
    headers: { authorization: `Bearer ${String(secrets.ADMIN_TOKEN)}` },
  });
  expect(await healthy.json()).toMatchObject({ status: "ok", kv: "ok", database: "no tenant" });
  expect((await cloudflare.fetch("https://other-postern-preview.example.workers.dev/health")).status).toBe(404);
}, 60_000);

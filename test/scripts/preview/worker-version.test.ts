import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { type CloudflareApi, startCloudflareApi } from "../../support/cloudflare-api/server.ts";
import { newId, type Script } from "../../support/cloudflare-api/state.ts";
import { type NeonApi, startNeonApi } from "../../support/neon-api/start-neon-api.ts";
import { recordWorker } from "../../support/start-worker.ts";
import { runHere } from "../postern/run-here.ts";
import { query, tokenIn } from "./preview-desk.ts";

let cloudflare: CloudflareApi;
let neon: NeonApi;
const adminToken = randomUUID();

beforeAll(async () => {
  const { LOCAL_PROXY } = inject("workerSettings");
  cloudflare = await startCloudflareApi({ overrides: { LOCAL_PROXY }, print: recordWorker });
  neon = await startNeonApi(inject("postgresUrl"), { copies: false });
});

afterEach(() => {
  vi.unstubAllGlobals();
  cloudflare.state.scripts.clear();
  cloudflare.state.namespaces.splice(0);
});

afterAll(async () => {
  await cloudflare?.close();
  await neon?.close();
});

/** The preview Worker as the first deployment has left it, without the code, of which versions take nothing over. */
function deployPreviewWorker(changes: Partial<Script> = {}): void {
  const id = newId();
  cloudflare.state.namespaces.push({ id, title: "postern-preview" });
  const version = {
    id: randomUUID(),
    number: 1,
    createdOn: new Date().toISOString(),
    annotations: {},
    mainModule: "index.js",
    modules: [],
    bindings: [
      { name: "POSTERN_KV", type: "kv_namespace", namespace_id: id },
      { name: "ADMIN_TOKEN", type: "secret_text", text: adminToken },
      { name: "SEALING_KEY", type: "secret_text", text: inject("workerSettings").SEALING_KEY },
    ],
    compatibilityDate: "2026-09-01",
    compatibilityFlags: [],
    metadata: {},
  };
  const deployments = [
    {
      id: newId(),
      createdOn: version.createdOn,
      annotations: {},
      versions: [{ version_id: version.id, percentage: 100 }],
    },
  ];
  const script = { tag: newId(), versions: [version], deployments, enabled: true, previewsEnabled: true, settings: {} };
  cloudflare.state.scripts.set("postern-preview", { name: "postern-preview", ...script, ...changes });
}

const run = (line: string, env: Record<string, string> = {}) => {
  const usual = {
    ...neon.env,
    ...cloudflare.env,
    PREVIEW_DATABASE_URL: neon.readerUrl,
    PREVIEW_ADMIN_TOKEN: adminToken,
  };
  // The Internet, on which the addresses below workers.dev are found.
  vi.stubGlobal("fetch", cloudflare.fetch);
  return runHere(["preview", ...line.split(" ")], { env: { ...usual, ...env } });
};

test("uploads the Worker as a version with an alias, which answers a query from the branch until it is taken down", async () => {
  deployPreviewWorker();
  const up = await run("up acme --name pr-12");
  expect(up).toMatchObject({ code: 0 });
  const url = "https://acme-pr-12-postern-preview.example.workers.dev";
  expect(up.out).toContain(`claude mcp add --transport http postern-acme-pr-12 ${url}/mcp`);
  const [version] = cloudflare.state.scripts.get("postern-preview")?.versions ?? [];
  expect(version?.annotations).toMatchObject({ "workers/alias": "acme-pr-12" });
  expect(cloudflare.state.namespaces).toHaveLength(1);
  const sql = "SELECT count(*) FROM visits";
  expect(await query(url, tokenIn(up), sql)).toEqual({ status: 200, rows: [[2]] });

  const down = await run(`down acme --name pr-12 --url ${url}`);
  expect(down.out).toContain("Took down preview pr-12 of acme: tenant acme-pr-12, Neon branch");
  expect((await query(url, tokenIn(up), sql)).status).toBe(401);
}, 60_000);

test("says how to deploy the preview Worker when there is none, and makes nothing", async () => {
  const ran = await run("up acme --name pr-13");
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.error).toContain("There is no preview Worker yet");
  expect(ran.error).toContain("npm run setup -- --env preview --deploy-only");
  expect(neon.branch("preview/acme/pr-13")).toBeUndefined();
}, 60_000);

test("says why wrangler could not upload, and never shows the token", async () => {
  const ran = await run("up acme --name pr-14", { CLOUDFLARE_API_TOKEN: "cf-wrong-token" });
  expect(ran).toMatchObject({ code: 1, error: expect.stringContaining("wrangler could not upload a version") });
  expect(ran.error).toContain("Authentication error");
  expect(ran.error).toContain("Check CLOUDFLARE_API_TOKEN");
  expect(ran.error).not.toContain("cf-wrong-token");
}, 60_000);

test("says so when Cloudflare serves no preview URLs", async () => {
  deployPreviewWorker({ previewsEnabled: false });
  const ran = await run("up acme --name pr-15");
  expect(ran).toMatchObject({ code: 1, error: expect.stringContaining("serves no preview URLs") });
}, 60_000);

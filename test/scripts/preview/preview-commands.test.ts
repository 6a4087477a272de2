import { afterAll, beforeAll, expect, test } from "vitest";
import { connected } from "../../../scripts/local/sample-database.ts";
import { openDesk, type PreviewDesk, query, tokenIn } from "./preview-desk.ts";

let desk: PreviewDesk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(async () => {
  await desk?.close();
});

const VISITS = "SELECT count(*) FROM visits";
const addressOf = (label: string) => `${desk.front.url}/previews/${label}`;
const previewOf = async (label: string) => (await desk.worker.admin.showTenant(label)).preview;
const HOUR_MS = 3_600_000;

/** Lets the preview's time be over, as the clock would. */
async function expire(label: string): Promise<void> {
  const preview = await previewOf(label);
  if (preview === undefined) throw new Error(`${label} is no preview`);
  const expiresAt = new Date(Date.now() - HOUR_MS).toISOString();
  await desk.worker.admin.updateTenant(label, { preview: { ...preview, expiresAt } });
  const branch = desk.neon.branch(`preview/${preview.of}/${preview.name}`);
  if (branch !== undefined) branch.expiresAt = expiresAt;
}

test("brings a preview up that answers a query from its own branch, lists it, keeps it and takes it down", async () => {
  const first = await desk.up("acme --name pr-12 --ttl-hours 24");
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain("Preview pr-12 of acme is up; it ends ");
  expect(first.out).toContain(`claude mcp add --transport http postern-acme-pr-12 ${addressOf("acme-pr-12")}/mcp`);
  const token = tokenIn(first);
  expect(await query(addressOf("acme-pr-12"), token, VISITS)).toEqual({ status: 200, rows: [[2]] });

  const branch = desk.neon.branch("preview/acme/pr-12");
  const [real = ""] = branch?.databases.values() ?? [];
  const inBranch = Object.assign(new URL(desk.neon.state.postgresUrl), { pathname: `/${real}` }).href;
  await connected(inBranch, (client) => client.query("INSERT INTO visits VALUES (3)"));
  expect((await query(addressOf("acme-pr-12"), token, VISITS)).rows).toEqual([[3]]);

  const { out: json } = await desk.run("list acme --json");
  expect(JSON.parse(json)).toEqual([
    {
      label: "acme-pr-12",
      tenant: "acme",
      name: "pr-12",
      url: addressOf("acme-pr-12"),
      database: "Neon branch preview/acme/pr-12",
      expiresAt: branch?.expiresAt,
      state: "ready",
    },
  ]);
  expect((await desk.run("list")).out).toMatch(/^acme +pr-12 +ready +.*http\S+\/mcp /m);

  const before = branch?.expiresAt;
  const again = await desk.up("acme --name pr-12 --ttl-hours 48");
  expect(again.out).toContain("is up to date; it ends ");
  expect(again.out).toContain(`${addressOf("acme-pr-12")}/mcp`);
  expect(again.out).toContain("was shown when it was made");
  expect(tokenIn(again)).toBe("");
  expect(desk.neon.branch("preview/acme/pr-12")).toBe(branch);
  expect(Date.parse(branch?.expiresAt ?? "")).toBeGreaterThan(Date.parse(before ?? ""));
  expect((await previewOf("acme-pr-12"))?.expiresAt).toBe(branch?.expiresAt);
  expect((await query(addressOf("acme-pr-12"), token, VISITS)).rows).toEqual([[3]]);

  const renewed = await desk.up("acme --name pr-12 --new-token");
  expect((await query(addressOf("acme-pr-12"), token, VISITS)).status).toBe(401);
  expect((await query(addressOf("acme-pr-12"), tokenIn(renewed), VISITS)).status).toBe(200);

  const down = await desk.run("down acme --name pr-12");
  expect(down.out).toBe("Took down preview pr-12 of acme: tenant acme-pr-12, Neon branch preview/acme/pr-12.\n");
  expect((await query(addressOf("acme-pr-12"), tokenIn(renewed), VISITS)).status).toBe(401);
  expect(desk.neon.branch("preview/acme/pr-12")).toBeUndefined();
  expect((await desk.run("down acme --name pr-12")).out).toBe("There is no preview pr-12 of acme.\n");
  expect((await desk.run("list --json")).out).toBe("[]\n");
});

test("keeps two tenants with a preview of the same name apart", async () => {
  const made = [await desk.up("acme --name pr-1"), await desk.up("beta --name pr-1")];
  const [acme = "", beta = ""] = made.map(tokenIn);
  expect((await query(addressOf("acme-pr-1"), acme, VISITS)).status).toBe(200);
  expect((await query(addressOf("acme-pr-1"), beta, VISITS)).status).toBe(401);
  await desk.run("down acme --name pr-1");
  expect((await query(addressOf("beta-pr-1"), beta, VISITS)).status).toBe(200);
  await desk.run("down beta --name pr-1");
});

test("takes names as branches and people have them", async () => {
  const name = "feature/Größe 100%";
  const words = ["preview", "up", "acme", "--name", name, "--no-version", "--json"];
  const env = { ...desk.neon.env, PREVIEW_DATABASE_URL: desk.neon.readerUrl };
  const { out } = await desk.worker.run(words, "", env);
  const { label, url, token } = JSON.parse(out) as { label: string; url: string; token: { token: string } };
  expect(label).toMatch(/^acme-feature-gr-e-100-[0-9a-f]{6}$/);
  expect((await query(url, token.token, VISITS)).status).toBe(200);
  expect(desk.neon.branch(`preview/acme/${name}`)).toBeDefined();
  const { out: down } = await desk.worker.run(["preview", "down", "acme", "--name", name], "", env);
  expect(down).toContain("Took down preview feature/Größe 100% of acme");
});

test("sweeps what has expired, by itself and before another comes up, and leaves the rest", async () => {
  const [gone] = [tokenIn(await desk.up("acme --name old")), await desk.up("acme --name new")];
  await expire("acme-old");
  expect((await desk.run("list --json")).out).toContain('"state": "expired"');
  const swept = await desk.run("sweep");
  expect(swept).toMatchObject({ code: 0, out: "Removed preview old of acme, which had expired.\n" });
  expect(await desk.run("sweep")).toMatchObject({ out: "No preview has expired.\n" });
  expect((await query(addressOf("acme-old"), gone, VISITS)).status).toBe(401);
  await expire("acme-new");
  const next = await desk.up("acme --name next --no-token");
  expect(next.error).toContain("Removed preview new of acme, which had expired.");
  expect(desk.neon.branch("preview/acme/new")).toBeUndefined();
  await desk.run("down acme --name next");
});

test("makes a preview anew that has expired and that Neon has removed already", async () => {
  const old = tokenIn(await desk.up("acme --name back"));
  await expire("acme-back");
  const anew = await desk.up("acme --name back");
  expect(anew.out).toContain("is up; it ends");
  expect((await query(addressOf("acme-back"), old, VISITS)).status).toBe(401);
  expect((await query(addressOf("acme-back"), tokenIn(anew), VISITS)).status).toBe(200);
  await desk.run("down acme --name back");
});

test("asks Neon for the reader's password, and makes no token where others may read the log", async () => {
  const made = await desk.up(`acme --name ci --role ${desk.neon.reader} --database crm --no-token`, {
    PREVIEW_DATABASE_URL: "",
  });
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).not.toContain("pst_");
  expect(made.out).toContain("token create acme-ci --url");
  expect(await desk.worker.admin.listTokens("acme-ci")).toEqual([]);
  expect(made.out).toContain(`_crm as ${desk.neon.reader}, read-only`);
  await desk.run("down acme --name ci");
});

test("takes policy and reader from production, and refuses to be more generous when it cannot be asked", async () => {
  await desk.worker.admin.createTenant({ id: "prod", policy: { maxRows: 7, deniedRelations: ["secrets"] } });
  await desk.worker.admin.putConnection("prod", { id: "main", url: desk.neon.readerUrl });
  const env = {
    PREVIEW_DATABASE_URL: "",
    PRODUCTION_URL: desk.worker.url,
    PRODUCTION_ADMIN_TOKEN: process.env["ADMIN_TOKEN"] ?? "",
  };
  expect(await desk.up("prod --name p", env)).toMatchObject({ code: 0 });
  const { policy } = await desk.worker.admin.showTenant("prod-p");
  expect(policy).toMatchObject({ maxRows: 7, deniedRelations: ["secrets"] });
  await desk.worker.admin.updateTenant("prod", { policy: { maxRows: null, allowedSchemas: ["public"] } });
  await desk.up("prod --name p", env);
  expect((await desk.worker.admin.showTenant("prod-p")).policy).toMatchObject({
    allowedSchemas: ["public"],
    maxRows: 1000,
  });
  const blind = await desk.up("prod --name q", { ...env, PRODUCTION_ADMIN_TOKEN: "wrong" });
  expect(blind).toMatchObject({ code: 1, error: expect.stringContaining("refused the admin token") });
  expect(desk.neon.branch("preview/prod/q")).toBeUndefined();
  await desk.run("down prod --name p");
});

test("leaves a tenant alone that only has the preview's id", async () => {
  await desk.worker.admin.createTenant({ id: "acme-mine" });
  const up = await desk.up("acme --name mine");
  expect(up).toMatchObject({ code: 1, error: expect.stringContaining("Tenant acme-mine is no preview") });
  const down = await desk.run("down acme --name mine");
  expect(down).toMatchObject({ code: 1, error: expect.stringContaining("it is left alone") });
  expect(await desk.worker.admin.showTenant("acme-mine")).toMatchObject({ id: "acme-mine" });
  await desk.worker.admin.deleteTenant("acme-mine");
  expect(desk.neon.branch("preview/acme/mine")).toBeUndefined();
});

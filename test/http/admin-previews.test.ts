import { afterEach, expect, test, vi } from "vitest";
import { admin, call, createCaller, post } from "../support/worker.ts";

const HOUR_MS = 3_600_000;
const soon = (hours = 1): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const preview = (changes: object = {}) => ({
  of: "acme",
  name: "pr-12",
  url: "https://acme-pr-12.example.com",
  expiresAt: soon(),
  ...changes,
});

afterEach(() => {
  vi.useRealTimers();
});

interface Made {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: string | null;
}

async function makePreview(token: object = {}, changes: object = {}): Promise<Made> {
  const id = `acme-${crypto.randomUUID().slice(0, 8)}`;
  expect((await admin("POST", "/tenants", { id, preview: preview(changes) })).status).toBe(201);
  const made = await admin("POST", `/tenants/${id}/tokens`, token);
  const issued = await made.json<{ token: string; record: { expiresAt: string | null } }>();
  return { id, token: issued.token, expiresAt: issued.record.expiresAt };
}

test("serves a preview until it expires, whatever its tokens say, and again when it is extended", async () => {
  const expiresAt = soon(2);
  const { id, token } = await makePreview({}, { expiresAt });
  const shown = await (await admin("GET", `/tenants/${id}`)).json<{ tenant: { preview: object } }>();
  expect(shown.tenant.preview).toEqual(preview({ expiresAt }));
  expect((await call(token, "ping")).status).toBe(200);
  const shorter = preview({ expiresAt: soon(1) });
  expect((await admin("PATCH", `/tenants/${id}`, { preview: shorter })).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 1.5 * HOUR_MS, toFake: ["Date"] });
  expect(await call(token, "ping")).toMatchObject({ status: 401, json: { error: "Unauthorized" } });
  await admin("PATCH", `/tenants/${id}`, { preview: preview({ expiresAt: soon(1) }) });
  expect((await call(token, "ping")).status).toBe(200);
});

test("a token of a preview ends with it, or earlier", async () => {
  const expiresAt = soon(48);
  expect(await makePreview({}, { expiresAt })).toMatchObject({ expiresAt });
  expect(await makePreview({ expiresInDays: 30 }, { expiresAt })).toMatchObject({ expiresAt });
  const { expiresAt: end } = await makePreview({ expiresInDays: 1 }, { expiresAt });
  expect(Date.parse(end ?? "")).toBeLessThan(Date.parse(expiresAt));
});

test("the successor of a preview's token ends with the preview, too", async () => {
  const expiresAt = soon(48);
  const { id } = await makePreview({}, { expiresAt });
  const { tokens } = await (await admin("GET", `/tenants/${id}/tokens`)).json<{ tokens: { id: string }[] }>();
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ["Date"] });
  const rotated = await admin("POST", `/tenants/${id}/tokens/${tokens[0]?.id ?? ""}/rotate`, {});
  expect(await rotated.json()).toMatchObject({ record: { expiresAt } });
});

test("the address of a preview serves that preview and nobody else", async () => {
  const [one, other] = [await makePreview(), await makePreview()];
  const usual = await createCaller();
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const at = async (id: string, token: string) => (await post(token, ping, { path: `/previews/${id}/mcp` })).status;
  expect(await at(one.id, one.token)).toBe(200);
  expect(await at(one.id, other.token)).toBe(401);
  expect(await at(one.id, usual.token)).toBe(401);
  expect(await at(usual.tenant, usual.token)).toBe(401);
});

test("a tenant that is none cannot be made a preview, and so cannot be given an end", async () => {
  const { tenant, token } = await createCaller();
  const answer = await admin("PATCH", `/tenants/${tenant}`, { preview: preview() });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("only a new tenant can be made one");
  expect((await call(token, "ping")).status).toBe(200);
});

test("changing its policy leaves a preview one", async () => {
  const { id } = await makePreview();
  await admin("PATCH", `/tenants/${id}`, { policy: { maxRows: 10 } });
  const shown = await (await admin("GET", `/tenants/${id}`)).json<{ tenant: object }>();
  expect(shown.tenant).toMatchObject({ policy: { maxRows: 10 }, preview: { of: "acme", name: "pr-12" } });
});

test.each([
  ["no end", { expiresAt: undefined }],
  ["an end in local time", { expiresAt: "2026-11-18 14:05" }],
  ["an end that no calendar has", { expiresAt: "2026-13-45T14:05:00Z" }],
  ["an address that is no URL", { url: "javascript:alert(1)" }],
  ["no name", { name: "" }],
  ["an odd tenant", { of: "No Spaces" }],
  ["an unknown field", { until: "tomorrow" }],
])("refuses a preview with %s", async (_, changes) => {
  const answer = await admin("POST", "/tenants", { id: "refused", preview: preview(changes) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: "invalid_arguments" } });
});

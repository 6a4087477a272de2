import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { type NeonClient, neonClient, type NeonSettings } from "../../../scripts/neon/neon-client.ts";
import { NeonError } from "../../../scripts/neon/neon-error.ts";
import { locked, type NeonApi, startNeonApi } from "../../support/neon-api/start-neon-api.ts";

let api: NeonApi;
let neon: NeonClient;
let count = 0;

const HOUR_MS = 3_600_000;
const soon = () => new Date(Date.now() + HOUR_MS).toISOString();
const newName = () => `preview/acme/${String((count += 1))}`;
const quick = { retries: 3, pauseMs: 1, longestPauseMs: 5 };
const open = (changes: Partial<NeonSettings> = {}) =>
  neonClient({
    apiKey: api.state.apiKey,
    projectId: api.state.projectId,
    baseUrl: api.env["NEON_API_URL"],
    patience: quick,
    ...changes,
  });

beforeAll(async () => {
  api = await startNeonApi(inject("postgresUrl"));
  neon = open();
});

afterEach(() => {
  api.faults.splice(0);
});

afterAll(async () => {
  await api?.close();
});

const failure = async (work: Promise<unknown>): Promise<NeonError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NeonError);
  return error as NeonError;
};

test("makes a branch with an endpoint, finds it by its name, moves its end and deletes it", async () => {
  const name = newName();
  const made = await neon.createBranch({ name, expiresAt: soon() });
  expect(api.state.operations.every(({ remaining }) => remaining === 0)).toBe(true);
  expect(await neon.listBranches("preview/acme/")).toMatchObject([{ id: made.id, name }]);
  expect(await neon.listBranches("review/")).toEqual([]);
  const later = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  expect(await neon.extendBranch(made.id, later)).toMatchObject({ expires_at: later });
  expect((await neon.endpointOf(made.id)).host).toBe(api.branch(name)?.endpoint?.door.host);
  const uri = await neon.connectionUri({ branchId: made.id, database: "crm", role: api.reader });
  expect(new URL(uri)).toMatchObject({ username: api.reader, pathname: "/crm" });
  await neon.deleteBranch(made.id);
  await neon.deleteBranch(made.id);
  expect(await neon.listBranches("preview/")).toEqual([]);
});

test("makes the endpoint that an interrupted run left out, and takes one that is there already", async () => {
  const { id } = await neon.createBranch({ name: newName(), expiresAt: soon() });
  const branch = api.state.branches.find((one) => one.id === id);
  await branch?.endpoint?.door.close();
  if (branch !== undefined) branch.endpoint = undefined;
  api.faults.push({ method: "POST", path: /^\/endpoints$/, answer: locked(), afterwards: true, times: 1 });
  expect((await neon.endpointOf(id)).host).toBe(branch?.endpoint?.door.host);
  await neon.deleteBranch(id);
});

test("reads every page of a long list", async () => {
  const root = api.state.branches[0];
  const many = Array.from({ length: 205 }, (_, index) => Object.assign({}, root, { name: `preview/many/${index}` }));
  api.state.branches.push(...many);
  expect(await neon.listBranches("preview/many/")).toHaveLength(205);
  api.state.branches.splice(-many.length);
});

test.each([
  ["other operations run", locked()],
  ["it asks for fewer requests", { status: 429, headers: { "retry-after": "0" }, body: { message: "too many" } }],
  ["it has trouble", { status: 503, body: { message: "service unavailable" } }],
  ["a proxy in front of it answers in HTML", { status: 502, body: "<html>" }],
])("asks again while %s", async (_, answer) => {
  api.faults.push({ method: "GET", path: /^\/branches$/, answer, times: 2 });
  expect(await neon.listBranches("preview/")).toEqual([]);
  expect(api.faults[0]?.times).toBe(0);
});

test("reads how long Neon wishes to be left alone", async () => {
  const answer = { status: 429, headers: { "retry-after": "7" }, body: { message: "too many requests" } };
  api.faults.push({ method: "GET", path: /^\/branches$/, answer, times: 1 });
  const error = await failure(open({ patience: { ...quick, retries: 0 } }).listBranches("preview/"));
  expect(error).toMatchObject({ status: 429, retryAfterMs: 7000, isPassing: true });
});

test("gives up after a while, and says what to do", async () => {
  api.faults.push({ method: "GET", path: /^\/branches$/, answer: locked(), times: 100 });
  const error = await failure(neon.listBranches("preview/"));
  expect(error).toMatchObject({ status: 423, details: { next: expect.stringContaining("try again in a minute") } });
  expect(error.message).toMatch(/running conflicting operations.*\(423, request [\w-]+\)$/);
  expect(api.faults[0]?.times).toBe(96);
});

test("removes a branch whose making failed, and says why it did", async () => {
  const name = newName();
  api.state.nextFailure = "no compute is free";
  const error = await failure(neon.createBranch({ name, expiresAt: soon() }));
  expect(error.message).toBe("Neon: the operation create_branch ended as failed: no compute is free");
  expect(api.branch(name)).toBeUndefined();
});

test.each([
  ["a wrong key", { apiKey: "napi_wrong" }, 401, "Set NEON_API_KEY"],
  ["another project", { projectId: "other" }, 404, "Check --neon-project"],
  ["a project whose name would lead elsewhere", { projectId: "../users" }, 404, "Check --neon-project"],
])("asks only once with %s, and never shows the key", async (_, changes, status, next) => {
  const before = api.requests.length;
  const error = await failure(open(changes).listBranches("preview/"));
  expect(error).toMatchObject({ status, details: { next: expect.stringContaining(next) } });
  expect(api.requests.length - before).toBe(1);
  expect(`${error.message}${error.details.next ?? ""}`).not.toContain("napi_");
});

test("tells when nobody answers, or somebody else", async () => {
  const closed = `http://127.0.0.1:${String(await findFreePort())}`;
  const nobody = await failure(open({ baseUrl: `${closed}/api/v2` }).listBranches("preview/"));
  expect(nobody.message).toBe(`No answer from Neon's API at ${closed} (ECONNREFUSED).`);
  api.faults.push({ method: "GET", path: /^\/branches$/, answer: { status: 200, body: "hello" }, times: 1 });
  const other = await failure(neon.listBranches("preview/"));
  expect(other.message).toContain("Something else than Neon's API answered at http://127.0.0.1");
});

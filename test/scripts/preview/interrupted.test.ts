import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../postern/breaking-front.ts";
import { fail } from "../../support/neon-api/neon-routes.ts";
import { openDesk, type PreviewDesk, query, tokenIn } from "./preview-desk.ts";

let desk: PreviewDesk;
let count = 0;

beforeAll(async () => {
  desk = await openDesk({ copies: false });
});

afterEach(() => {
  desk.neon.faults.splice(0);
  desk.front.answers.splice(0);
});

afterAll(async () => {
  await desk?.close();
});

const newName = () => `pr-${String((count += 1))}`;
const VISITS = "SELECT count(*) FROM visits";
const broken: Answer = { status: 500, body: JSON.stringify({ error: { code: "internal_error", message: "Oh no." } }) };
const after = (requests: number): (Answer | undefined)[] => [
  ...Array.from({ length: requests }, () => undefined),
  broken,
];

/** The same command again makes the preview whole, with a token that answers. */
async function expectResumed(name: string): Promise<void> {
  const again = await desk.up(`acme --name ${name}`);
  expect(again).toMatchObject({ code: 0 });
  const reply = await query(`${desk.front.url}/previews/acme-${name}`, tokenIn(again), VISITS);
  expect(reply).toEqual({ status: 200, rows: [[2]] });
  await desk.run(`down acme --name ${name}`);
  expect((await desk.run("list --json")).out).toBe("[]\n");
}

/** What up asks the Worker, in this order: tenants; then for the tenant, to make it; its connection; tokens. */
test.each([
  ["the Worker", after(0), ""],
  ["looking for the tenant", after(1), ""],
  ["making the tenant", after(2), "Made before that: Neon branch preview/acme/NAME. Run the same command again"],
  ["saving the connection", after(3), "Neon branch preview/acme/NAME, tenant acme-NAME. Run the same command again"],
  ["looking for a token", after(4), "Neon branch preview/acme/NAME, tenant acme-NAME. Run the same command again"],
  ["making the token", after(5), "Neon branch preview/acme/NAME, tenant acme-NAME. Run the same command again"],
])("goes on after a failure at %s", async (_, answers, said) => {
  const name = newName();
  desk.front.answers.push(...answers);
  const ran = await desk.up(`acme --name ${name}`);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.error).toContain("Oh no.");
  expect(ran.error).toContain(said.replaceAll("NAME", name));
  expect(ran.error.includes("Made before that")).toBe(said !== "");
  await expectResumed(name);
});

test.each([
  ["refuses another branch", { method: "POST", path: /^\/branches$/, answer: fail(422, "branches limit exceeded") }],
  ["cannot tell the endpoint", { method: "GET", path: /\/endpoints$/, answer: fail(404, "branch not found") }],
])("goes on after Neon %s", async (_, fault) => {
  const name = newName();
  desk.neon.faults.push({ ...fault, times: 1 });
  const ran = await desk.up(`acme --name ${name}`);
  expect(ran).toMatchObject({
    code: 1,
    error: expect.stringContaining(`Neon: ${fault.answer.status === 422 ? "branches" : "branch"}`),
  });
  await expectResumed(name);
});

test("takes the branch whose making was answered by nothing but a failure", async () => {
  const name = newName();
  const answer = fail(503, "upstream timed out");
  desk.neon.faults.push({ method: "POST", path: /^\/branches$/, answer, afterwards: true, times: 1 });
  await expectResumed(name);
});

test("removes the branch that Neon could not start, and says nothing was made", async () => {
  const name = newName();
  desk.neon.state.nextFailure = "no compute is free";
  const ran = await desk.up(`acme --name ${name}`);
  expect(ran).toMatchObject({ code: 1, error: expect.stringContaining("no compute is free") });
  expect(ran.error).not.toContain("Made before that");
  expect(desk.neon.branch(`preview/acme/${name}`)).toBeUndefined();
});

test("says what to do when the branch does not admit the reader, and shows no password", async () => {
  const name = newName();
  const wrong = Object.assign(new URL(desk.neon.readerUrl), { password: "anotherpassword" }).href;
  const ran = await desk.up(`acme --name ${name} --database-url -`, {}, wrong);
  expect(ran).toMatchObject({ code: 1, error: expect.stringContaining("does not admit the reader") });
  expect(ran.error).toContain("of a protected parent it gets new ones");
  expect(ran.error).not.toContain("anotherpassword");
  await expectResumed(name);
});

test("takes down the rest after a failure half-way", async () => {
  const name = newName();
  await desk.up(`acme --name ${name} --no-token`);
  desk.neon.faults.push({ method: "DELETE", path: /^\/branches/, answer: fail(422, "branch is in use"), times: 1 });
  const ran = await desk.run(`down acme --name ${name}`);
  expect(ran).toMatchObject({ code: 1, error: expect.stringContaining("branch is in use") });
  expect((await desk.run("list --json")).out).toContain('"state": "incomplete"');
  const again = await desk.run(`down acme --name ${name}`);
  expect(again.out).toBe(`Took down preview ${name} of acme: Neon branch preview/acme/${name}.\n`);
});

test.each([
  ["no key of Neon", { NEON_API_KEY: "" }, 2, "add --local"],
  ["a key of Neon with a line break", { NEON_API_KEY: "napi_a\nb" }, 2, "NEON_API_KEY holds a space"],
  ["a wrong key of Neon", { NEON_API_KEY: "napi_wrong" }, 1, "Set NEON_API_KEY to a key of Neon"],
  ["no project", { NEON_PROJECT_ID: "" }, 2, "Set NEON_PROJECT_ID"],
  ["a wrong admin token", { PREVIEW_ADMIN_TOKEN: "wrong" }, 1, "refused the admin token"],
  ["no database", { PREVIEW_DATABASE_URL: "" }, 2, "Whom does the preview sign in as?"],
  ["a database that is no URL", { PREVIEW_DATABASE_URL: "nonsense-secret" }, 1, "must look like postgres://"],
])("makes nothing with %s", async (_, env, code, said) => {
  const before = desk.neon.state.branches.length;
  const ran = await desk.up("acme --name never", env);
  expect(ran).toMatchObject({ code, out: "", error: expect.stringContaining(said) });
  expect(ran.error).not.toMatch(/napi_|nonsense-secret/);
  expect(desk.neon.state.branches).toHaveLength(before);
  expect((await desk.run("list --json")).out).toBe("[]\n");
});

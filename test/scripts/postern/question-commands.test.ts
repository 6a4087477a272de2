import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { SavedQuestion } from "../../../scripts/admin-records.ts";
import { importQuestions } from "../../../scripts/postern/question-import.ts";
import { type BreakingFront, startBreakingFront } from "./breaking-front.ts";
import { type Postern, posternAt, startPostern } from "./start-postern.ts";

let postern: Postern;
let front: BreakingFront;
let folder = "";
let id = "";
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "questions-"));
  postern = await startPostern();
  front = await startBreakingFront(postern.url);
});

beforeEach(async () => {
  count += 1;
  ({ id } = await postern.admin.createTenant({ id: `acme-${count}` }));
  for (const alias of ["main", "crm"]) await postern.admin.putConnection(id, { id: alias, url: inject("readerUrl") });
});

afterAll(async () => {
  await front?.close();
  await postern?.stop();
  await rm(folder, { recursive: true });
});

async function file(name: string, text: string): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, text);
  return place;
}

const add = (question: string, sql: string, ...more: string[]) =>
  postern.run(["question", "add", id, "--question", question, "--sql", sql, ...more]);

test("saves a question after trying its SQL, and lists it", async () => {
  const made = await add("How many customers?", "SELECT count(*) FROM shop.customers;");
  expect(made).toEqual({
    code: 0,
    out: expect.stringMatching(/^Saved question \w{10} about connection main\.\n$/),
    error: "",
  });
  const other = await add("Who?", "SELECT full_name\nFROM shop.customers WHERE false", "--connection", "crm", "--json");
  expect(JSON.parse(other.out)).toMatchObject({ connection: "crm", check: { works: true, columns: ["full_name"] } });
  expect(other.error).toBe("It runs, and gives no rows just now.\n");
  const { out } = await postern.run(`question list ${id}`);
  expect(out.replace(/\w{10} {2}/g, "ID  ").replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-11-18 14:05"))
    .toMatchInlineSnapshot(`
    "QUESTION    IN WORDS             SQL                                               ID  SAVED (UTC)
    ID  How many customers?  SELECT count(*) FROM shop.customers               main        2026-11-18 14:05
    ID  Who?                 SELECT full_name FROM shop.customers WHERE false  crm         2026-11-18 14:05
    "
  `);
});

test("saves nothing that fails, and shows where and what to do", async () => {
  const failed = await add("How many?", "SELECT count(*) FROM shop.custmers");
  expect({ code: failed.code, out: failed.out }).toEqual({ code: 1, out: "" });
  expect(failed.error).toMatch(/custmers" does not exist\n.*SELECT count\(\*\) FROM shop\.custmers\n +\^/s);
  expect(failed.error).toContain("shop.customers");
  expect(await add("Drop it?", "DROP TABLE shop.orders")).toMatchObject({ code: 1, out: "" });
  expect((await postern.run(`question list ${id}`)).out).toContain(`question add ${id} --question`);
});

test("saves a file of JSON lines, reports each line that fails, and can be run again", async () => {
  const place = await file(
    "pairs.jsonl",
    [
      '{"question":"One?","sql":"SELECT 1"}',
      '{"question":"Two?","sql":"SELECT two"}',
      "nonsense",
      ...Array.from({ length: 45 }, (_, index) =>
        JSON.stringify({ question: `Number ${index}?`, sql: `SELECT ${index}` }),
      ),
      '{"question":"Elsewhere?","sql":"SELECT 1","connection":"nowhere"}',
    ].join("\n"),
  );
  const { code, out, error } = await postern.run(["question", "add", id, "--file", place, "--connection", "crm"]);
  expect({ code, out }).toEqual({ code: 1, out: "Saved 46 questions of 49.\n" });
  expect(error).toMatch(/^Questions tried: 20 of 49\nQuestions tried: 40 of 49\nQuestions tried: 48 of 49\n/);
  expect(error).toMatch(/^Line 2:\n {2}.*two.*\n {4}SELECT two\n {4} +\^/m);
  expect(error).toMatch(/^Line 3:\n {2}This is not JSON\.$/m);
  expect(error).toMatch(/^Line 49:\n {2}There is no connection "nowhere"\.\n {2}Use one of: main, crm\.$/m);
  const saved = await postern.admin.listQuestions(id);
  expect(saved).toHaveLength(46);
  expect(new Set(saved.map(({ connection }) => connection))).toEqual(new Set(["crm"]));
  const again = await postern.run(["question", "add", id, "--file", place, "--connection", "crm", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({ failed: [{ line: 2 }, { line: 3 }, { line: 49 }] });
  expect(await postern.admin.listQuestions(id)).toHaveLength(46);
});

test("what is exported can be added to another tenant", async () => {
  await add("How many\ncustomers?", "SELECT count(*) -- all\nFROM shop.customers", "--connection", "crm");
  await add("One?", "SELECT 1");
  const { out } = await postern.run(`question list ${id} --export`);
  expect(out).toContain(
    "-- question: How many customers?\n-- connection: crm\nSELECT count(*) -- all\nFROM shop.customers;\n",
  );
  const place = await file("questions.sql", out);
  const shown = ({ question, sql, connection }: SavedQuestion) => ({ question, sql, connection });
  const before = (await postern.admin.listQuestions(id)).map(shown);
  await postern.admin.createTenant({ id: `${id}-copy` });
  for (const alias of ["main", "crm"])
    await postern.admin.putConnection(`${id}-copy`, { id: alias, url: inject("readerUrl") });
  const added = await postern.run(["question", "add", `${id}-copy`, "--file", place]);
  expect(added).toMatchObject({ code: 0, out: "Saved 2 questions of 2.\n" });
  expect((await postern.admin.listQuestions(`${id}-copy`)).map(shown)).toEqual(before);
});

test("reads JSON lines from stdin", async () => {
  const ran = await postern.run(`question add ${id} --file -`, '{"question":"One?","sql":"SELECT 1"}\n');
  expect(ran).toMatchObject({ code: 0, out: "Saved 1 question of 1.\n" });
});

test("checks them again and names what no longer runs", async () => {
  await add("One?", "SELECT 1");
  await add("Who?", "SELECT full_name FROM shop.customers", "--connection", "crm");
  expect(await postern.run(`question check ${id}`)).toEqual({
    code: 0,
    out: "2 questions of 2 run.\n",
    error: "Questions checked: 1 of 2\nQuestions checked: 2 of 2\n",
  });
  await postern.admin.updateTenant(id, { policy: { deniedRelations: ["shop.customers"] } });
  const broken = await postern.run(`question check ${id}`);
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/^1 question of 2 run:\n\w{10} Who\?\n {2}.*customers/);
  await postern.admin.deleteConnection(id, "crm");
  const gone = await postern.run(`question check ${id} --json`);
  expect(JSON.parse(gone.out)).toMatchObject([
    { check: { works: true } },
    { question: { connection: "crm" }, check: { works: false, code: "connection_missing" } },
  ]);
});

test("removes one, once", async () => {
  await add("One?", "SELECT 1");
  const [question] = await postern.admin.listQuestions(id);
  const line = `question remove ${id} ${question?.id ?? ""}`;
  expect(await postern.run(line)).toMatchObject({ code: 0, out: `Removed saved question ${question?.id ?? ""}.\n` });
  expect(await postern.run(line)).toMatchObject({ code: 1, error: expect.stringContaining("List its questions") });
});

test.each([
  [["--question", "One?"], "Give --question and --sql, or --file"],
  [["--question", "One?", "--sql", "SELECT 1", "--file", "x"], "not both"],
  [["--file", "nowhere.jsonl"], "nowhere.jsonl cannot be read"],
  [["--file", "-"], "- holds no questions"],
])("question add with %j is refused", async (args, why) => {
  const ran = await postern.run(["question", "add", id, ...args]);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.error).toContain(why);
});

const items = (length: number) =>
  Array.from({ length }, (_, index) => ({ line: index + 1, pair: { question: `Q ${index}?`, sql: "SELECT 1" } }));

/** Runs the loop here, so that waiting is told instead of done. */
async function importHere(length: number) {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const list = { items: items(length), about: {} };
  const hooks = { wait, onProgress: () => undefined };
  const done = await importQuestions(posternAt(front.url).admin, id, list, hooks);
  return { saved: done.saved.length, failed: done.failed, waits };
}

test("an import waits while the server cannot just now", async () => {
  front.answers.push({ status: 503, headers: { "retry-after": "5" } }, undefined, { status: 429 });
  expect(await importHere(30)).toEqual({ saved: 30, failed: [], waits: [5000, 1000] });
});

test("an import that broke off tells what was saved and what was not", async () => {
  const error = { code: "conflict", message: "A tenant can have 200 saved questions.", next: "Remove some." };
  front.answers.push(undefined, { status: 409, body: JSON.stringify({ error }) });
  const { saved, failed } = await importHere(45);
  expect(saved).toBe(20);
  expect(failed.map(({ line }) => line)).toEqual(Array.from({ length: 25 }, (_, index) => index + 21));
  expect(failed[0]).toEqual({ line: 21, ...error });
  front.answers.push({ status: 409, body: JSON.stringify({ error }) });
  await expect(importHere(2)).rejects.toThrow("A tenant can have 200 saved questions.");
});

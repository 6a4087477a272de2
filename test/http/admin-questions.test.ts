import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { admin, createCaller } from "../support/worker.ts";

let tenant = "";

beforeAll(async () => {
  ({ tenant } = await createCaller());
});

async function post(path: string, body: unknown) {
  const answer = await admin("POST", `/tenants/${tenant}/questions${path}`, body);
  return { status: answer.status, body: await answer.json<Record<string, never>>() };
}

const stored = async () => await (await admin("GET", `/tenants/${tenant}/questions`)).json<{ questions: unknown[] }>();

test("saves a question whose SQL runs, with the connection it is about", async () => {
  const saved = await post("", {
    question: "  How many\n customers? ",
    sql: "SELECT count(*) AS n FROM shop.customers; ",
  });
  expect(saved).toEqual({
    status: 201,
    body: {
      question: {
        id: expect.stringMatching(/^[0-9a-f]{10}$/),
        question: "How many customers?",
        sql: "SELECT count(*) AS n FROM shop.customers",
        connection: "main",
        createdAt: expect.any(String),
      },
      check: { works: true, columns: ["n"], hasRows: true },
    },
  });
  expect((await stored()).questions).toEqual([saved.body["question"]]);
});

test("tells that SQL gives no rows, and shows no row", async () => {
  const { body } = await post("", { question: "Who?", sql: "SELECT full_name FROM shop.customers WHERE false" });
  expect(body["check"]).toEqual({ works: true, columns: ["full_name"], hasRows: false });
  const all = await post("", { question: "Whoever?", sql: "SELECT full_name FROM shop.customers" });
  expect(Object.keys(all.body["check"] ?? {})).toEqual(["works", "columns", "hasRows"]);
});

test.each([
  ["what the guard refuses", "DROP TABLE shop.orders", { code: "sql_refused" }],
  ["two statements", "SELECT 1; SELECT 2", { code: "sql_refused" }],
  ["a change in a WITH", "WITH x AS (DELETE FROM shop.orders RETURNING 1) SELECT * FROM x", { code: "sql_refused" }],
  ["what is no SQL", "How many?", { code: "sql_syntax", position: 1 }],
  ["a column that there is not", "SELECT nme FROM shop.customers", { code: "sql_error", sqlstate: "42703" }],
  ["what is wrong in its first row", "SELECT 1 / (id - id) FROM shop.customers", { sqlstate: "22012" }],
  ["a parameter", "SELECT $1::int", { code: "invalid_arguments" }],
])("saves nothing for %s, and says why", async (_, sql, error) => {
  const before = await stored();
  const { status, body } = await post("", { question: "What is it?", sql });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body["error"]).toMatchObject(error);
  expect(await stored()).toEqual(before);
});

test.each<[string, unknown, string]>([
  ["no question", { sql: "SELECT 1" }, "question must be a text of 1 to 1000 characters"],
  ["an empty question", { question: " ", sql: "SELECT 1" }, "question must be a text"],
  ["a long question", { question: "q".repeat(1001), sql: "SELECT 1" }, "question must be a text"],
  ["no SQL", { question: "One?" }, "sql must be a text of 1 to 8000 characters"],
  ["long SQL", { question: "One?", sql: `SELECT 1${" ".repeat(8000)}+ 1` }, "sql must be a text"],
  ["a connection that is no name", { question: "One?", sql: "SELECT 1", connection: 5 }, "must be a string"],
  ["a field too many", { question: "One?", sql: "SELECT 1", conection: "main" }, 'unknown field \\"conection\\"'],
  ["an unknown connection", { question: "One?", sql: "SELECT 1", connection: "other" }, "There is no connection"],
  ["a list", ["One?", "SELECT 1"], "the body must be a JSON object"],
])("refuses %s", async (_, body, why) => {
  const answer = await admin("POST", `/tenants/${tenant}/questions`, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await answer.text()).toContain(why);
});

test("imports those of a list that run, in one write, and names the others by their place", async () => {
  const fresh = await createCaller();
  const path = `/tenants/${fresh.tenant}/questions`;
  const questions = [
    { question: "One?", sql: "SELECT 1" },
    { question: "Two?", sql: "SELECT two" },
    { question: "Three?" },
    "Four?",
    ...Array.from({ length: 6 }, (_, index) => ({ question: `More ${String(index)}?`, sql: "SELECT 1" })),
  ];
  const answer = await admin("PATCH", path, { questions });
  expect(answer.status).toBe(200);
  const { saved, failed } = await answer.json<{ saved: { question: string }[]; failed: unknown[] }>();
  expect(saved.map(({ question }) => question)).toEqual([
    "One?",
    ...questions.slice(4).map((_, i) => `More ${String(i)}?`),
  ]);
  expect(failed).toMatchObject([
    { index: 1, code: "sql_error", sqlstate: "42703" },
    { index: 2, code: "invalid_arguments" },
    { index: 3, code: "invalid_arguments" },
  ]);
  expect(await (await admin("GET", path)).json()).toEqual({ questions: saved });
});

test("refuses to import what is no list, or too long a one", async () => {
  for (const questions of [undefined, "x", [], Array.from({ length: 26 }, () => ({}))]) {
    const answer = await admin("PATCH", `/tenants/${tenant}/questions`, { questions });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining("questions must be a list of 1 to 25") },
    });
  }
});

test("checks a saved question again, as the database is now", async () => {
  const { body } = await post("", { question: "Checked?", sql: "SELECT 1" });
  const { id } = body["question"] as unknown as { id: string };
  expect((await post(`/${id}/check`, {})).body).toMatchObject({ question: { id }, check: { works: true } });
  const key = `questions:${tenant}`;
  await env.POSTERN_KV.put(key, ((await env.POSTERN_KV.get(key)) ?? "").replaceAll("SELECT 1", "SELECT gone"));
  expect(await post(`/${id}/check`, {})).toMatchObject({
    status: 200,
    body: { check: { works: false, code: "sql_error", sqlstate: "42703", excerpt: expect.stringContaining("gone") } },
  });
  expect((await post("/0000000000/check", {})).status).toBe(404);
});

test("removes a question, once", async () => {
  const { body } = await post("", { question: "Removed?", sql: "SELECT 1" });
  const { id } = body["question"] as unknown as { id: string };
  expect((await admin("DELETE", `/tenants/${tenant}/questions/${id}`)).status).toBe(204);
  expect((await admin("DELETE", `/tenants/${tenant}/questions/${id}`)).status).toBe(404);
});

test("serves no questions of a tenant that there is not", async () => {
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", "/x"],
    ["POST", "/x/check"],
  ] as const)
    expect((await admin(method, `/tenants/nobody/questions${path}`)).status).toBe(404);
});

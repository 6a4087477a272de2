import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { limits } from "../../src/config.ts";
import { deleteQuestion, listQuestions, saveQuestions } from "../../src/tenants/question-store.ts";

const kv = env.POSTERN_KV;
let tenant = "";

beforeEach(() => {
  tenant = `q-${crypto.randomUUID().slice(0, 8)}`;
});

const about = (question: string, connection = "main") => ({ question, sql: "SELECT 1", connection });

test("keeps pairs in the order they came, and forgets what is deleted", async () => {
  expect(await listQuestions(kv, tenant)).toEqual([]);
  const [first, second] = await saveQuestions(kv, tenant, [about("How many?"), about("How much?")]);
  expect(await listQuestions(kv, tenant)).toEqual([first, second]);
  await deleteQuestion(kv, tenant, first?.id ?? "");
  expect(await listQuestions(kv, tenant)).toEqual([second]);
  await expect(deleteQuestion(kv, tenant, first?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
});

test("replaces the same question about the same connection in its place", async () => {
  await saveQuestions(kv, tenant, [about("How many  orders?"), about("How much?")]);
  const [again] = await saveQuestions(kv, tenant, [{ ...about(" how many orders?"), sql: "SELECT 2" }]);
  const found = await listQuestions(kv, tenant);
  expect(found.map(({ sql }) => sql)).toEqual(["SELECT 2", "SELECT 1"]);
  expect(found[0]).toEqual(again);
  await saveQuestions(kv, tenant, [about("How many orders?", "crm")]);
  expect(await listQuestions(kv, tenant)).toHaveLength(3);
});

test("replaces a question that is asked with other punctuation, which one saved answer would be given to", async () => {
  await saveQuestions(kv, tenant, [about("How many orders")]);
  await saveQuestions(kv, tenant, [{ ...about("«How many orders»?"), sql: "SELECT 2" }]);
  expect((await listQuestions(kv, tenant)).map(({ sql }) => sql)).toEqual(["SELECT 2"]);
});

test("takes no more than the most a tenant can have, all of a list or none of it", async () => {
  const many = Array.from({ length: limits.maxQuestions }, (_, index) => about(`Question ${String(index)}?`));
  await saveQuestions(kv, tenant, many);
  await expect(saveQuestions(kv, tenant, [about("Question 0?"), about("One more?")])).rejects.toMatchObject({
    code: "conflict",
    details: { next: expect.stringContaining("201") },
  });
  await saveQuestions(kv, tenant, [{ ...about("Question 0?"), sql: "SELECT 2" }]);
  expect(await listQuestions(kv, tenant)).toHaveLength(limits.maxQuestions);
});

test("does not serve a record that belongs to another tenant", async () => {
  await saveQuestions(kv, tenant, [about("How many?")]);
  await kv.put(`questions:${tenant}-b`, (await kv.get(`questions:${tenant}`)) ?? "");
  for (let turn = 0; turn < 2; turn += 1)
    await expect(listQuestions(kv, `${tenant}-b`)).rejects.toMatchObject({ code: "storage_unavailable" });
});

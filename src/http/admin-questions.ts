import { Hono } from "hono";
import { deleteQuestion, findQuestion, loadQuestions, saveQuestions } from "../tenants/question-store.ts";
import { loadTenant } from "../tenants/tenant-store.ts";
import { invalid, requireFields } from "./admin-input.ts";
import type { HttpEnv } from "./http-env.ts";
import { sortQuestions } from "./import-questions.ts";
import { readJsonBody } from "./json-body.ts";
import { operatorContext } from "./operator-context.ts";
import { checkQuestion, verify } from "./question-check.ts";
import { questionInput } from "./question-input.ts";
import { tenantParam } from "./tenant-param.ts";

/** Few enough that one request stays far within what one invocation may do. */
const PAIRS_PER_REQUEST = 25;

/** Questions with SQL that answers them. None is saved whose SQL does not run. */
export const adminQuestions = new Hono<HttpEnv>();

adminQuestions.get("/", async (c) => {
  const { id } = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ questions: await loadQuestions(c.env.POSTERN_KV, id) });
});

adminQuestions.post("/", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  const context = operatorContext(c, tenant);
  const pair = questionInput(await readJsonBody(c.req.raw), context);
  const verified = await verify(context, pair);
  const [question] = await saveQuestions(c.env.POSTERN_KV, tenant.id, [pair]);
  return c.json({ question, check: { works: true, ...verified } }, 201);
});

/** Saves those of a list that run, in one write, and tells of each other one by its place in the list what is wrong. */
adminQuestions.patch("/", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  const { questions } = requireFields(await readJsonBody(c.req.raw), ["questions"]);
  if (!Array.isArray(questions) || questions.length === 0 || questions.length > PAIRS_PER_REQUEST)
    throw invalid(`questions must be a list of 1 to ${String(PAIRS_PER_REQUEST)}`);
  const { good, failed } = await sortQuestions(operatorContext(c, tenant), questions);
  const saved = good.length === 0 ? [] : await saveQuestions(c.env.POSTERN_KV, tenant.id, good);
  return c.json({ saved, failed });
});

adminQuestions.delete("/:id", async (c) => {
  const { id: tenant } = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  await deleteQuestion(c.env.POSTERN_KV, tenant, c.req.param("id"));
  return c.body(null, 204);
});

adminQuestions.post("/:id/check", async (c) => {
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  const question = await findQuestion(c.env.POSTERN_KV, tenant.id, c.req.param("id"));
  return c.json({ question, check: await checkQuestion(operatorContext(c, tenant), question) });
});

import { limits } from "../config.ts";
import { AppError } from "../errors.ts";
import { readKey, unavailable, writeKey } from "./key-value.ts";
import { essenceOf } from "./question-essence.ts";
import { forgetRecord, readRecords } from "./record-cache.ts";
import { questionsKey } from "./record-keys.ts";
import type { QuestionsRecord, SavedQuestion } from "./records.ts";

export type NewQuestion = Pick<SavedQuestion, "question" | "sql" | "connection">;

const ID_BYTES = 5;

/** The tenant's questions, at most as old as any cached record. */
export async function listQuestions(kv: KVNamespace, tenantId: string): Promise<readonly SavedQuestion[]> {
  const [record] = await readRecords(kv, [questionsKey(tenantId)]);
  return ownQuestions(tenantId, record);
}

/** The tenant's questions as KV has them now, for changes. */
export async function loadQuestions(kv: KVNamespace, tenantId: string): Promise<readonly SavedQuestion[]> {
  return ownQuestions(tenantId, await readKey(kv, questionsKey(tenantId)));
}

/** The record says whose it is: one that turns up under another's key is never served. */
function ownQuestions(tenantId: string, found: unknown): readonly SavedQuestion[] {
  const { tenant, questions } = (found ?? { tenant: tenantId, questions: [] }) as QuestionsRecord;
  if (tenant === tenantId) return questions;
  forgetRecord(questionsKey(tenantId));
  throw unavailable(new Error("KV returned a record of another tenant"));
}

/** Adds the pairs in one write; one with the same question and connection as a saved one takes its place. */
export async function saveQuestions(
  kv: KVNamespace,
  tenantId: string,
  wanted: readonly NewQuestion[],
): Promise<readonly SavedQuestion[]> {
  const createdAt = new Date().toISOString();
  const added = await Promise.all(wanted.map(async (pair) => ({ id: await idOf(pair), ...pair, createdAt })));
  const merged = new Map((await loadQuestions(kv, tenantId)).map((known) => [known.id, known]));
  for (const pair of added) merged.set(pair.id, pair);
  if (merged.size > limits.maxQuestions) {
    throw new AppError("conflict", `A tenant can have ${String(limits.maxQuestions)} saved questions.`, {
      next: `These would make ${String(merged.size)}. Remove some that are not used any more.`,
    });
  }
  await writeQuestions(kv, tenantId, [...merged.values()]);
  return added;
}

/** The question by its id, as KV has it now; unknown ones are an error. */
export async function findQuestion(kv: KVNamespace, tenantId: string, id: string): Promise<SavedQuestion> {
  const found = (await loadQuestions(kv, tenantId)).find((known) => known.id === id);
  if (found !== undefined) return found;
  throw new AppError("not_found", `Tenant "${tenantId}" has no saved question "${id.slice(0, 100)}".`, {
    next: "List its questions to see their ids.",
  });
}

export async function deleteQuestion(kv: KVNamespace, tenantId: string, id: string): Promise<void> {
  await findQuestion(kv, tenantId, id);
  const kept = (await loadQuestions(kv, tenantId)).filter((known) => known.id !== id);
  await writeQuestions(kv, tenantId, kept);
}

/** The same for the same question about the same connection, however it is written. */
async function idOf({ question, connection }: NewQuestion): Promise<string> {
  const told = new TextEncoder().encode(`${connection} ${essenceOf(question)}`);
  const digest = await crypto.subtle.digest("SHA-256", told);
  return new Uint8Array(digest, 0, ID_BYTES).toHex();
}

async function writeQuestions(kv: KVNamespace, tenant: string, questions: readonly SavedQuestion[]): Promise<void> {
  await writeKey(kv, questionsKey(tenant), { tenant, questions } satisfies QuestionsRecord);
  forgetRecord(questionsKey(tenant));
}

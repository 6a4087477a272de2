import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type ModelAnswer, type ModelScript, scriptModel } from "../support/model-script.ts";
import { type AiWorker, startAiWorker } from "../support/workers-ai.ts";

let worker: AiWorker | undefined;
beforeAll(async () => {
  worker = await startAiWorker(inject("modelServer"));
});
afterAll(async () => {
  await worker?.stop();
});

const quick = { timeoutMs: 60_000, retries: 2, pauseMs: 1, longestPauseMs: 5_000 };
const question = { system: "You write SQL.", prompt: "How many orders?", maxTokens: 300 };

interface Asked {
  readonly script: ModelScript;
  readonly answer: Record<string, unknown>;
}

async function ask(use: string, answers: readonly ModelAnswer[], patience = quick): Promise<Asked> {
  const script = await scriptModel(...answers);
  const given = use === "text" ? question : ["one", "two"];
  const body = JSON.stringify({ use, model: script.id, given, patience });
  const response = await fetch(worker?.url ?? "", { method: "POST", body });
  return { script, answer: (await response.json()) as Record<string, unknown> };
}

const vectors = [
  [1, 2, 3],
  [4, 5, 6],
];
const embedded = { body: { shape: [2, 3], data: vectors, pooling: "mean" } };
const failed = (status: number, internalCode: number, message: string): ModelAnswer => ({
  status,
  body: { internalCode, message, name: "AiError", description: message },
});

test("asks Workers AI for embeddings through its binding", async () => {
  const { script, answer } = await ask("embedding", [embedded]);
  expect(answer).toEqual({ vectors, dimensions: 3 });
  expect((await script.requests())[0]?.body.inputs).toEqual({ text: ["one", "two"] });
});

test.each([
  { response: "SELECT 1", usage: { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 } },
  {
    choices: [{ index: 0, message: { role: "assistant", content: "SELECT 1" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 },
  },
])("reads the text of %j", async (body) => {
  const { script, answer } = await ask("text", [{ body }]);
  expect(answer).toEqual({ text: "SELECT 1", inputTokens: 20, outputTokens: 7, isCut: false });
  expect((await script.requests())[0]?.body.inputs).toEqual({
    messages: [
      { role: "system", content: "You write SQL." },
      { role: "user", content: "How many orders?" },
    ],
    max_tokens: 300,
  });
});

test("says that it stopped before its end", async () => {
  const { answer } = await ask("text", [{ body: { response: "SELECT", usage: { completion_tokens: 300 } } }]);
  expect(answer).toMatchObject({ isCut: true });
});

test("asks again when there is no capacity", async () => {
  const full = failed(429, 3040, "No more data centers to forward the request to");
  const { script, answer } = await ask("embedding", [full, { status: 500, text: "oops" }, embedded]);
  expect(answer).toMatchObject({ dimensions: 3 });
  expect(await script.requests()).toHaveLength(3);
});

test.each([
  [failed(429, 3036, "You have used up your daily free allocation"), "model_unavailable", "limiting calls", 3],
  [failed(400, 5007, "No such model x or task"), "model_rejected", "refused (HTTP 400): 5007: No such model x", 1],
  [
    failed(403, 5018, "The account is not allowed to access this model"),
    "model_rejected",
    "refused (HTTP 403): 5018: The account",
    1,
  ],
  [{ status: 500, text: "oops" }, "model_unavailable", "could not be reached", 3],
  [{ body: { data: vectors.slice(1) } }, "model_answer_unusable", "1 vectors for 2 texts", 1],
  [
    { text: "no json", headers: { "content-type": "text/plain" } },
    "model_answer_unusable",
    "form that is not known",
    1,
  ],
])("explains %j", async (failure, code, said, asked) => {
  const { script, answer } = await ask("embedding", [failure]);
  expect(answer).toMatchObject({ code, message: expect.stringContaining(said) });
  expect(await script.requests()).toHaveLength(asked);
});

test("waits no longer than it may", async () => {
  const { answer } = await ask("embedding", [{ manner: "silent" }], { ...quick, timeoutMs: 100 });
  expect(answer).toMatchObject({ code: "model_unavailable", message: expect.stringContaining("in time") });
});

import { expect, test } from "vitest";
import { estimateTokens } from "../../../src/search/estimate-tokens.ts";
import { scriptModel } from "../../support/model-script.ts";
import { chat, generated, message, ollamaChat, write } from "../model-cases.ts";

const KEY = "key-of-the-tenant";

async function written(provider: string, body: unknown) {
  const { url } = await scriptModel({ body });
  return await write({ provider, model: "m", url, key: KEY });
}

test.each([
  ["openai", chat("SELECT", "length")],
  ["ollama", ollamaChat("SELECT", "length")],
  ["gemini", generated([{ text: "SELECT" }], "MAX_TOKENS")],
  ["anthropic", message([{ type: "text", text: "SELECT" }], "max_tokens")],
])("says that %s stopped before its end", async (provider, body) => {
  expect(await written(provider, body)).toMatchObject({ text: "SELECT", isCut: true });
});

test.each([
  ["openai", chat("", "length")],
  ["openai", chat(null, "length")],
  ["ollama", ollamaChat("", "length")],
  ["gemini", generated(undefined, "MAX_TOKENS")],
  ["gemini", generated([{ text: "hm", thought: true }], "MAX_TOKENS")],
  ["anthropic", message([{ type: "thinking", thinking: "hm" }], "max_tokens")],
])("says that %s has thought too long to write", async (provider, body) => {
  await expect(written(provider, body)).rejects.toMatchObject({
    code: "model_answer_unusable",
    message: `The model provider "${provider}" used up its 300 tokens before it wrote anything.`,
  });
});

test.each([
  ["openai", chat("  \n")],
  ["gemini", { promptFeedback: { blockReason: "SAFETY" } }],
  ["anthropic", message([], "refusal")],
])("says that %s has written nothing", async (provider, body) => {
  await expect(written(provider, body)).rejects.toMatchObject({
    message: `The model provider "${provider}" answered without any text.`,
  });
});

test.each([
  ["openai", chat(["SELECT 1"])],
  ["ollama", ollamaChat(7)],
])("cannot use what %s says in another form", async (provider, body) => {
  await expect(written(provider, body)).rejects.toMatchObject({ code: "model_answer_unusable" });
});

test("leaves out what a model thought", async () => {
  const claude = [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "SELECT " },
    { type: "text", text: "1" },
  ];
  expect(await written("anthropic", message(claude))).toMatchObject({ text: "SELECT 1" });
  const gemini = [{ text: "hm", thought: true }, { text: "SELECT " }, { text: "1" }];
  expect(await written("gemini", generated(gemini))).toMatchObject({ text: "SELECT 1", outputTokens: 7 });
});

test.each([
  undefined,
  null,
  {},
  { prompt_tokens: -1, completion_tokens: 1.5 },
  { prompt_tokens: "9" },
  { prompt_tokens: 0, completion_tokens: 0 },
])("estimates tokens where the provider counts them as %j", async (usage) => {
  const answer = await written("openai", { ...chat("SELECT 1"), usage });
  expect(answer).toMatchObject({
    inputTokens: estimateTokens("You write SQL.How many orders?"),
    outputTokens: estimateTokens("SELECT 1"),
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { TextModel } from "../../../src/ai/text-model.ts";
import { estimateTokens } from "../../../src/search/estimate-tokens.ts";
import { QuestionBudget, sharesOf } from "../../../src/tools/question/question-budget.ts";

/** Writes as much as it may, and counts as we estimate. */
const wordy: TextModel = {
  provider: "test",
  model: "wordy",
  write: ({ system, prompt, maxTokens }) =>
    Promise.resolve({
      text: "",
      inputTokens: estimateTokens(`${system}${prompt}`),
      outputTokens: maxTokens,
      isCut: true,
    }),
};

const limits = fc.record({
  maxQuestionCalls: fc.integer({ min: 1, max: 5 }),
  maxQuestionTokens: fc.integer({ min: 1000, max: 200_000 }),
});

test("never lets all calls together pass the limits", async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.string({ maxLength: 3000 }), async (given, prompt) => {
      const budget = new QuestionBudget(wordy, given);
      let calls = 0;
      while ((await budget.ask({ system: "", prompt })) !== undefined) calls += 1;
      const { inputTokens, outputTokens } = budget.usage;
      expect(budget.usage.calls).toBe(calls);
      expect(calls).toBeLessThanOrEqual(given.maxQuestionCalls);
      expect(inputTokens + outputTokens).toBeLessThanOrEqual(given.maxQuestionTokens);
    }),
  );
});

test("leaves of each call enough for the rules, the question and an answer", () => {
  fc.assert(
    fc.property(limits, (given) => {
      const { schema, examples } = sharesOf(given, "How many orders were cancelled?");
      const call = Math.max(1000, given.maxQuestionTokens / given.maxQuestionCalls);
      expect(schema).toBeGreaterThanOrEqual(150);
      expect(schema + examples + 300 + 150).toBeLessThanOrEqual(call);
    }),
  );
});

test("counts what a failed call was sent", async () => {
  const failing: TextModel = { ...wordy, write: () => Promise.reject(new Error("no")) };
  const budget = new QuestionBudget(failing, { maxQuestionCalls: 2, maxQuestionTokens: 1000 });
  await expect(budget.ask({ system: "", prompt: "word ".repeat(100) })).rejects.toThrow("no");
  expect(budget.usage).toMatchObject({ calls: 1, inputTokens: 125, outputTokens: 0 });
});

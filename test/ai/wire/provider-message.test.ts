import fc from "fast-check";
import { expect, test } from "vitest";
import { providerMessage } from "../../../src/ai/wire/provider-message.ts";

test.each([
  [{ error: { message: "No such model" } }, "No such model"],
  [{ error: "model not found" }, "model not found"],
  [{ detail: "Too long" }, "Too long"],
  [{ message: "Too\n\tlong\u0007 " }, "Too long"],
  [[{ error: { code: 400, message: "Bad" } }], "Bad"],
  [{ error: { code: 7 } }, undefined],
  [{ error: {}, message: "outer" }, "outer"],
  [{ error: { message: " " } }, undefined],
  [null, undefined],
  ["text", undefined],
])("finds what %j says", (body, said) => {
  expect(providerMessage(JSON.stringify(body), undefined)).toBe(said);
});

test("says nothing where the body is no JSON", () => {
  expect(providerMessage("<html>sk-abc</html>", undefined)).toBeUndefined();
});

test("says nothing where lists within lists go deeper than any stack", () => {
  expect(providerMessage("[".repeat(30_000) + "]".repeat(30_000), undefined)).toBeUndefined();
});

test.each([
  "sk-proj-abcdefgh",
  "sk-ant-api03-abcdef",
  "AIzaSyA1234567890abcdefg",
  "pa-Q1w2e3r4t5",
  "Bearer abcdefghijk",
  "0123456789abcdef0123456789abcdef",
])("masks %s", (secret) => {
  expect(providerMessage(JSON.stringify({ error: `wrong: ${secret}.` }), undefined)).not.toContain(secret.slice(3, 11));
});

test.each(["text-embedding-3-small", "@cf/meta/llama-3.3-70b-instruct-fp8-fast", "claude-sonnet-5-5"])(
  "leaves the model's name %s",
  (model) => {
    expect(providerMessage(JSON.stringify({ error: `no ${model}` }), undefined)).toBe(`no ${model}`);
  },
);

test("never says the key, and never much", () => {
  const key = fc.stringMatching(/^[!-~]{4,40}$/);
  fc.assert(
    fc.property(
      key,
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.string({ maxLength: 120 }),
      (secret, before, after) => {
        const said =
          providerMessage(JSON.stringify({ error: { message: `${before}${secret}${after}` } }), secret) ?? "";
        expect(secret === "***" || !said.includes(secret)).toBe(true);
        expect(said.length).toBeLessThanOrEqual(203);
        expect(said.isWellFormed()).toBe(true);
        expect(said).not.toMatch(/[\p{Cc}]/u);
      },
    ),
  );
});

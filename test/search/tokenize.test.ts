import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenize } from "../../src/search/tokenize.ts";
import { anyText } from "./any-text.ts";

test.each([
  ["", []],
  [" -- ?! \n", []],
  ["The Pan, a PAN!", ["the", "pan", "pan"]],
  ["SKU CI-28/b, no. 7", ["sku", "ci", "28", "no", "7"]],
  ["Crème brûlée, ＣＲＥＭＥ, ﬁne", ["creme", "brulee", "creme", "fine"]],
  ["ΆΡΤΟΣ Ёлка İstanbul", ["αρτος", "елка", "istanbul"]],
  ["नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
  ["한국어 문서", ["한국어", "문서"]],
  ["鉄鍋の手入れ", ["鉄鍋", "鍋の", "の手", "手入", "入れ"]],
  ["茶 iPad2台", ["茶", "ipad2", "台"]],
])("finds the words of %j", (text, words) => {
  expect(tokenize(text)).toEqual(words);
});

test("gives words that it finds again as they are", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const words = tokenize(text);
      expect(tokenize(words.join(" "))).toEqual(words);
    }),
  );
});

test("finds the same words whatever stands between them", () => {
  const word = fc.stringMatching(/^[a-z0-9]{2,9}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.constantFrom(" ", ", ", "\n", "-", "/", " “", "…"))), (parts) => {
      expect(tokenize(parts.flat().join(""))).toEqual(parts.map(([text]) => text));
    }),
  );
});

test("takes a text without any space of a million signs", () => {
  expect(tokenize("鍋".repeat(1_000_000))).toHaveLength(999_999);
});

test("takes a letter with a hundred thousand marks on it", () => {
  expect(tokenize(`pan${"\u0301\u0316".repeat(50_000)}s`)).toEqual(["pans"]);
  expect(tokenize(`\u05D0${"\u05B0\u0591".repeat(50_000)}`)).toHaveLength(1);
});

import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/search/estimate-tokens.ts";
import { anyText } from "./any-text.ts";

test.each([
  ["English", "Dry the pan on the hob before you put it away. A thin film of oil keeps the rust from coming back."],
  ["German", "Trocknen Sie die Pfanne auf dem Herd, bevor Sie sie wegräumen. Ein dünner Ölfilm hält den Rost fern."],
  ["French", "Séchez la poêle sur le feu avant de la ranger. Un mince film d'huile empêche la rouille de revenir."],
  ["Russian", "Высушите сковороду на плите, прежде чем убрать её. Тонкий слой масла не даст ржавчине вернуться."],
  ["Arabic", "جفف المقلاة على الموقد قبل أن تضعها جانبا. طبقة رقيقة من الزيت تمنع عودة الصدأ."],
  ["Chinese", "收起锅之前，先在炉子上把它烤干。薄薄的一层油可以防止再次生锈。"],
  ["Japanese", "しまう前に、鍋をコンロの上で乾かしてください。薄い油の膜がさびを防ぎます。"],
  ["Korean", "팬을 넣기 전에 불 위에서 말리세요. 얇은 기름막이 녹을 막아 줍니다."],
  ["JSON", '{"id":17,"name":"Cast iron pan","tags":["iron","pan"],"price":49.9,"sold":false}'],
  ["figures", "2025-06-01 08:00:00+00, 1234567, 89.50, 3.14159265"],
])("counts %s within half and twice of what a model counts", (_, text) => {
  const counted = encode(text).length;
  expect(estimateTokens(text)).toBeGreaterThan(counted / 2);
  expect(estimateTokens(text)).toBeLessThan(counted * 2);
});

test("counts nothing in no text, and never less than one token in any", () => {
  expect(estimateTokens("")).toBe(0);
  fc.assert(fc.property(anyText({ minLength: 1 }), (text) => estimateTokens(text) >= 1));
});

test("never counts less in a longer text, nor more in a whole than in its parts", () => {
  fc.assert(
    fc.property(anyText(), anyText(), (a, b) => {
      const whole = estimateTokens(a + b);
      expect(whole).toBeGreaterThanOrEqual(estimateTokens(a));
      expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
    }),
  );
});

import fc, { type Arbitrary } from "fast-check";
import type { JsonValue } from "../../src/db/row-set.ts";
import { storableText } from "./arbitrary-values.ts";

/** A JSON document whose numbers are still the text they are written as. */
export type JsonModel =
  | null
  | boolean
  | string
  | readonly JsonModel[]
  | { readonly number: string }
  | { readonly members: readonly (readonly [string, JsonModel])[] };

const digits = fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: 1, maxLength: 25 });
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      fc.constant("0"),
      digits.map((text) => `1${text}`),
    ),
    fc.oneof(
      fc.constant(""),
      digits.map((text) => `.${text}`),
    ),
    fc.oneof(
      fc.constant(""),
      fc.integer({ min: -400, max: 400 }).map((power) => `e${String(power)}`),
    ),
  )
  .map((parts) => parts.join(""));
const numbers = fc.oneof(
  numberText,
  fc.constantFrom("0", "-0", "-0.0", "1.0", "19.90", "9007199254740993", "5e-324", "1.7976931348623157e308", "1E5"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

// Documents with escapes in their keys stay text; test/db/json-value.test.ts has them.
const keys = storableText.filter((key) => !JSON.stringify(key).includes("\\"));

export const jsonModels: Arbitrary<JsonModel> = fc.letrec<{ any: JsonModel }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.oneof(
      fc.constantFrom(null, true, false),
      storableText,
      numbers.map((number) => ({ number })),
    ),
    fc.array(tie("any"), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(keys, fc.constant("__proto__")), tie("any")), {
        selector: ([key]) => key,
        maxLength: 4,
      })
      .map((members) => ({ members })),
  ),
})).any;

export function writeModel(model: JsonModel): string {
  if (model === null || typeof model !== "object") return JSON.stringify(model);
  if ("number" in model) return model.number;
  if ("members" in model) {
    return `{${model.members.map(([key, value]) => `${JSON.stringify(key)}: ${writeModel(value)}`).join(", ")}}`;
  }
  return `[${model.map(writeModel).join(", ")}]`;
}

interface Match {
  /** Each number as it was written and as it was read. */
  readonly numbers: readonly (readonly [string, string])[];
  readonly hasNumberAsText: boolean;
}

/** Throws when the value has another structure or other strings than the model. */
export function matchModel(model: JsonModel, value: JsonValue): Match {
  if (model === null || typeof model !== "object") {
    if (model !== value) throw new Error(`${JSON.stringify(model)} was read as ${JSON.stringify(value)}`);
    return { numbers: [], hasNumberAsText: false };
  }
  if ("number" in model) {
    if (typeof value !== "number" && typeof value !== "string")
      throw new Error(`${model.number} is no number any more`);
    return { numbers: [[model.number, String(value)]], hasNumberAsText: typeof value === "string" };
  }
  if (value === null || typeof value !== "object") throw new Error(`${writeModel(model)} was read as a scalar`);
  const parts: readonly (readonly [string, JsonModel])[] =
    "members" in model ? model.members : model.map((item, at) => [String(at), item] as const);
  const read = new Map(Object.entries(value));
  if (read.size !== parts.length) throw new Error(`${writeModel(model)} was read with ${String(read.size)} members`);
  const matches = parts.map(([key, part]) => {
    const member = read.get(key);
    if (member === undefined) throw new Error(`${writeModel(model)} lost ${JSON.stringify(key)}`);
    return matchModel(part, member);
  });
  return {
    numbers: matches.flatMap((match) => match.numbers),
    hasNumberAsText: matches.some((match) => match.hasNumberAsText),
  };
}

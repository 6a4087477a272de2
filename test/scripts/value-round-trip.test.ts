import fc, { type Arbitrary } from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { builtinType } from "../../src/db/builtin-type.ts";
import { toJsonValue, type ValueType } from "../../src/db/json-value.ts";
import type { JsonValue } from "../../src/db/row-set.ts";
import { inputTexts, storableText } from "../support/arbitrary-values.ts";
import { type JsonModel, jsonModels, matchModel, writeModel } from "../support/json-model.ts";

const client = new pg.Client({ connectionString: inject("postgresUrl") });
const asText = { getTypeParser: () => (value: unknown) => value };

beforeAll(async () => {
  await client.connect();
  await client.query("CREATE TYPE pg_temp.mood AS ENUM ('', 'NULL', 'a \"b\"', '{,}', '\\')");
  await client.query("CREATE TYPE pg_temp.pair AS (label text, numbers int4[])");
});

afterAll(() => client.end());

interface Answer {
  readonly texts: readonly (string | null)[];
  readonly oids: readonly number[];
}

/** One row with a column for each expression; the values are bound as text. */
async function select(expressions: readonly string[], values: readonly (string | null)[]): Promise<Answer> {
  const config = { text: `SELECT ${expressions.join(", ")}`, values: [...values], types: asText, rowMode: "array" };
  const result = await client.query<(string | null)[]>(config as pg.QueryArrayConfig);
  return { texts: result.rows[0] ?? [], oids: result.fields.map((field) => field.dataTypeID) };
}

/** What Postgres answers for these inputs, after a journey as JSON. */
async function readBack(type: string, inputs: readonly (string | null)[], own?: ValueType): Promise<JsonValue[]> {
  const { texts, oids } = await select(
    inputs.map((_, at) => `$${String(at + 1)}::${type}`),
    inputs,
  );
  const values = texts.map((text, at) => toJsonValue(text, own ?? builtinType(oids[at] ?? 0) ?? { name: "missing" }));
  return JSON.parse(JSON.stringify(values)) as JsonValue[];
}

/** The indexes at which Postgres holds the two inputs for different values. */
async function differences(
  equal: (left: string, right: string) => string,
  pairs: readonly (readonly [string | null, string | null])[],
): Promise<number[]> {
  const expressions = pairs.map((_, at) => equal(`$${String(2 * at + 1)}`, `$${String(2 * at + 2)}`));
  const { texts } = await select(expressions, pairs.flat());
  return texts.flatMap((text, at) => (text === "t" ? [] : [at]));
}

// Their equality is missing, or compares areas and counts; the text decides, for the others too.
const withoutEquality = new Set("json jsonpath pg_snapshot point lseg line box path polygon circle".split(" "));

function sameValue(type: string): (left: string, right: string) => string {
  return (left, right) => {
    const sameText = `format('%L', ${left}::${type}) = format('%L', ${right}::${type})`;
    const element = type.replace(/\[\]$/, "");
    return withoutEquality.has(element)
      ? sameText
      : `${sameText} AND ${left}::${type} IS NOT DISTINCT FROM ${right}::${type}`;
  };
}

type Nested = string | number | boolean | null | readonly Nested[];

/** An array literal with every element quoted, as a client would write it. */
function arrayLiteral(value: Nested): string {
  if (value === null) return "NULL";
  if (typeof value === "object") return `{${value.map((item) => arrayLiteral(item)).join(",")}}`;
  return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function sendable(value: JsonValue): string | null {
  if (value === null) return null;
  return typeof value === "object" ? arrayLiteral(value as Nested) : String(value);
}

function arraysOf(element: Arbitrary<string>): Arbitrary<string> {
  const item: Arbitrary<Nested> = fc.option(element, { freq: 4 });
  const exactly = (inner: Arbitrary<Nested>, length: number): Arbitrary<Nested> =>
    fc.array(inner, { minLength: length, maxLength: length });
  const length = fc.integer({ min: 1, max: 3 });
  const deep = fc
    .array(length, { minLength: 2, maxLength: 4 })
    .chain((lengths) => lengths.reduce((inner, size) => exactly(inner, size), item));
  return fc.oneof(fc.array(item, { maxLength: 6 }), deep).map(arrayLiteral);
}

async function expectRoundTrip(type: string, inputs: Arbitrary<string>, own?: ValueType): Promise<void> {
  const batch = fc.array(fc.option(inputs, { freq: 20 }), { minLength: 1, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(batch, async (texts) => {
      const values = await readBack(type, texts, own);
      const different = await differences(
        sameValue(type),
        texts.map((text, at) => [text, sendable(values[at] ?? null)] as const),
      );
      expect(different.map((at) => ({ input: texts[at], value: values[at] }))).toEqual([]);
    }),
    { numRuns: 25 },
  );
}

test.each(Object.entries(inputTexts))("%s comes back as it was", async (type, inputs) => {
  await expectRoundTrip(type, inputs);
});

test.each(Object.entries(inputTexts))("%s[] comes back as it was", async (type, inputs) => {
  if (type === "box") {
    await expectRoundTrip(
      "box[]",
      fc.array(inputs, { maxLength: 4 }).map((boxes) => `{${boxes.join(";")}}`),
    );
  } else {
    await expectRoundTrip(`${type}[]`, arraysOf(inputs));
  }
});

test("arrays with lower bounds of their own come back as they were", async () => {
  const element = fc.oneof(storableText, fc.constant("=")).map((text) => arrayLiteral([text]));
  const bounded = fc
    .tuple(fc.integer({ min: -9, max: 9 }), element)
    .map(([low, literal]) => `[${String(low)}:${String(low)}]=${literal}`);
  await expectRoundTrip("text[]", bounded);
});

test("enums and composites, and arrays of them, come back as they were", async () => {
  const labels = fc.constantFrom("", "NULL", 'a "b"', "{,}", "\\");
  const pairs = fc
    .tuple(storableText, fc.array(fc.integer({ min: -9, max: 9 })))
    .map(
      ([label, numbers]) =>
        `("${label.replaceAll(/["\\]/g, String.raw`\$&`)}","${arrayLiteral(numbers.map(String)).replaceAll('"', "")}")`,
    );
  for (const [name, inputs] of [
    ["mood", labels],
    ["pair", pairs],
  ] as const) {
    await expectRoundTrip(`pg_temp.${name}`, inputs, { name });
    await expectRoundTrip(`pg_temp.${name}[]`, arraysOf(inputs), { name: `${name}[]`, element: { name } });
  }
});

test("a text array has the elements that Postgres itself puts into JSON", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arraysOf(storableText), { minLength: 1, maxLength: 60, size: "max" }),
      async (literals) => {
        const expected = await select(
          literals.map((_, at) => `to_json($${String(at + 1)}::text[])`),
          literals,
        );
        expect(await readBack("text[]", literals)).toEqual(
          expected.texts.map((text) => JSON.parse(text ?? "") as unknown),
        );
      },
    ),
    { numRuns: 25 },
  );
});

test.each(["json", "jsonb"])("%s keeps its structure and every digit", async (type) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(jsonModels, { minLength: 1, maxLength: 60, size: "max" }),
      async (models: JsonModel[]) => {
        const texts = models.map(writeModel);
        const values = await readBack(type, texts);
        const matches = models.map((model, at) => matchModel(model, values[at] ?? null));

        const numbers = matches.flatMap((match) => match.numbers);
        const wrong = await differences(
          (left, right) => `${left}::numeric = ${right}::numeric`,
          [["0", "0"], ...numbers],
        );
        expect(wrong.map((at) => numbers[at - 1])).toEqual([]);

        // Where no number had to become a string, the whole is what it was.
        const wholes = matches.flatMap((match, at) =>
          match.hasNumberAsText ? [] : [[texts[at] ?? null, JSON.stringify(values[at])] as const],
        );
        const changed = await differences((left, right) => `${left}::jsonb = ${right}::jsonb`, [["0", "0"], ...wholes]);
        expect(changed.map((at) => wholes[at - 1])).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});

test("json[] has the elements that json has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(jsonModels, { minLength: 1, maxLength: 30 }), async (models) => {
      const texts = models.map(writeModel);
      const [elements] = await readBack("json[]", [arrayLiteral(texts)]);
      expect(elements).toEqual(await readBack("json", texts));
    }),
    { numRuns: 25 },
  );
});

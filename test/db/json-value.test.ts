import { describe, expect, test } from "vitest";
import { builtinType } from "../../src/db/builtin-type.ts";
import { toJsonValue, type ValueType } from "../../src/db/json-value.ts";
import type { JsonValue } from "../../src/db/row-set.ts";
import { callQuery, createCaller } from "../support/worker.ts";

const array = (element: string): ValueType => ({ name: `${element}[]`, element: { name: element } });

function read(text: string, type: string): JsonValue {
  return toJsonValue(text, type.endsWith("[]") ? array(type.slice(0, -2)) : { name: type });
}

test("NULL is null and the empty string is not", () => {
  expect(toJsonValue(null, { name: "text" })).toBe(null);
  expect(toJsonValue(null, array("int4"))).toBe(null);
  expect(read("", "text")).toBe("");
});

test.each<[string, string, JsonValue]>([
  ["bool", "t", true],
  ["bool", "f", false],
  ["int2", "-32768", -32768],
  ["oid", "4294967295", 4294967295],
  ["int8", "9007199254740991", 9007199254740991],
  ["int8", "9007199254740992", "9007199254740992"],
  ["int8", "-9223372036854775808", "-9223372036854775808"],
  ["numeric", "12.5", 12.5],
  ["numeric", "12.50", "12.50"],
  ["numeric", "0.0000001", "0.0000001"],
  ["numeric", "100000000000000000000", "100000000000000000000"],
  ["numeric", "NaN", "NaN"],
  ["numeric", "-Infinity", "-Infinity"],
  ["float8", "1e+300", 1e300],
  ["float8", "5e-324", 5e-324],
  ["float8", "-0", "-0"],
  ["float4", "Infinity", "Infinity"],
  ["bytea", "\\x00ff", "\\x00ff"],
  ["timestamptz", "2026-02-03 04:05:06.789+00", "2026-02-03 04:05:06.789+00"],
  ["mood", "t", "t"],
])("%s %s", (type, text, value) => {
  expect(read(text, type)).toBe(value);
});

describe("json", () => {
  test("stays text when a key needs an escape, which V8 could take for another key", () => {
    for (const key of ["\\", '"', "\n", 'x"y', "\\"]) {
      const text = JSON.stringify({ a: 1, [key]: 2 });
      expect(read(text, "jsonb")).toBe(text);
      expect(read(`{"a": [${JSON.stringify(key)}], "b": "x:"}`, "jsonb")).toEqual({ a: [key], b: "x:" });
    }
  });

  test("is parsed, in the order and with the keys it has", () => {
    const value = read('{"b": 1, "a": {"__proto__": []}, "": null}', "json");
    expect(JSON.stringify(value)).toBe('{"b":1,"a":{"__proto__":[]},"":null}');
  });

  test("keeps every digit that a double would lose", () => {
    const text = '[12345678901234567890, 0.1234567890123456789, 1e400, 1e-400, -0, -0.0, {"n": 9007199254740993}]';
    expect(read(text, "jsonb")).toEqual([
      "12345678901234567890",
      "0.1234567890123456789",
      "1e400",
      "1e-400",
      "-0",
      "-0.0",
      { n: "9007199254740993" },
    ]);
  });

  test("keeps numbers that are only written differently", () => {
    const text = "[1.0, 19.90, 1e2, 1E+2, 0.10e-3, 1e300, 0e5, 1.000000000000000000000000]";
    expect(read(text, "json")).toEqual([1, 19.9, 100, 100, 0.0001, 1e300, 0, 1]);
  });

  test("gives the last of duplicate keys", () => {
    expect(read('{"a": 1, "a": 2}', "json")).toEqual({ a: 2 });
  });

  test("keeps characters that only an escape can write", () => {
    expect(read(String.raw`"\u0000 \ud800 \ud83d\ude00"`, "json")).toBe("\u0000 \ud800 😀");
  });

  test.each([33, 5_000, 100_000])("nested %i deep stays text, as other readers could not hold it", (depth) => {
    for (const leaf of ["1", "12345678901234567890"]) {
      const text = "[".repeat(depth) + leaf + "]".repeat(depth);
      expect(read(text, "json")).toBe(text);
    }
  });

  test("nested 32 deep is parsed", () => {
    const text = "[".repeat(32) + "]".repeat(32);
    expect(JSON.stringify(read(text, "json"))).toBe(text);
  });
});

describe("arrays", () => {
  test.each<[string, string, JsonValue]>([
    ["int4[]", "{}", []],
    ["int4[]", "{1,NULL,3}", [1, null, 3]],
    [
      "int8[]",
      "{{1,9007199254740993},{3,4}}",
      [
        [1, "9007199254740993"],
        [3, 4],
      ],
    ],
    ["bool[]", "{t,f}", [true, false]],
    [
      "text[]",
      String.raw`{"","NULL",NULL,"a,b","{}","q\"q","b\\b",x y}`,
      ["", "NULL", null, "a,b", "{}", 'q"q', "b\\b", "x y"],
    ],
    ["json[]", String.raw`{"{\"a\": [1.0]}",NULL,1e400}`, [{ a: [1] }, null, "1e400"]],
    ["numeric[]", "{{{1.0}},{{NaN}}}", [[["1.0"]], [["NaN"]]]],
  ])("%s %s", (type, text, value) => {
    expect(read(text, type)).toEqual(value);
  });

  test("with other lower bounds keep their text, bounds and all", () => {
    expect(read("[0:1]={1,2}", "int4[]")).toBe("[0:1]={1,2}");
    expect(read("[1:1][2:3]={{1,2}}", "int4[]")).toBe("[1:1][2:3]={{1,2}}");
  });

  test.each([
    "",
    "{",
    "{1",
    '{"a',
    '{"a\\',
    "{1,}",
    "{,1}",
    "{1}}",
    "{1},{2}",
    '{"a"b}',
    "{1{2}}",
    "1 2",
    "{{{{{{{1}}}}}}}",
  ])("text that no array prints stays text: %s", (text) => {
    expect(read(text, "int4[]")).toBe(text);
  });
});

describe("built-in types", () => {
  test("have the names one writes in a cast", () => {
    const names = [23, 1007, 18, 1042, 1184, 1700, 114, 2249].map((oid) => builtinType(oid)?.name);
    expect(names).toEqual(["int4", "int4[]", '"char"', "bpchar", "timestamptz", "numeric", "json", "record"]);
    expect(builtinType(1007)?.element).toEqual({ name: "int4" });
  });

  test("leave box[] and the vectors as text", () => {
    for (const oid of [1020, 22, 30]) expect(builtinType(oid)?.element).toBe(undefined);
  });

  test("end where a database's own types begin", () => {
    expect(builtinType(16_384)).toBe(undefined);
  });
});

test("a query answers with exact values", async () => {
  const { token } = await createCaller();
  const { structuredContent } = await callQuery(token, {
    query: `SELECT true AS b, 9007199254740993 AS i, 1.50 AS n, '-0'::float8 AS f, ARRAY[[1, NULL], [3, 4]] AS a,
      '{"id": 12345678901234567890, "price": 19.90}'::jsonb AS j, '[0:1]={x,y}'::text[] AS l, '\\x00ff'::bytea AS y,
      ROW(1, 'a b') AS r, '' AS e, NULL::json AS z`,
  });
  expect(structuredContent.columns.map((column: { type: string }) => column.type)).toEqual([
    "bool",
    "int8",
    "numeric",
    "float8",
    "int4[]",
    "jsonb",
    "text[]",
    "bytea",
    "record",
    "text",
    "json",
  ]);
  expect(structuredContent.rows).toEqual([
    [
      true,
      "9007199254740993",
      "1.50",
      "-0",
      [
        [1, null],
        [3, 4],
      ],
      { id: "12345678901234567890", price: 19.9 },
      "[0:1]={x,y}",
      "\\x00ff",
      '(1,"a b")',
      "",
      null,
    ],
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readTableName } from "../../src/catalog/table-name.ts";

test.each([
  ["documents", { names: ["documents"] }],
  ["Documents", { names: ["Documents", "documents"] }],
  ["content.documents", { schemas: ["content"], names: ["documents"] }],
  [" Content . Documents ", { schemas: ["Content", "content"], names: ["Documents", "documents"] }],
  ['"Documents"', { names: ["Documents"] }],
  ['"my schema"."a.b ""c"""', { schemas: ["my schema"], names: ['a.b "c"'] }],
  ['content."Documents"', { schemas: ["content"], names: ["Documents"] }],
  ["my table", { names: ["my table"] }],
  ["Ünïcode", { names: ["Ünïcode"] }],
  ["ÜNI", { names: ["ÜNI", "Üni"] }],
])("reads %s", (text, reading) => {
  expect(readTableName(text)).toEqual(reading);
});

test.each(["", " ", ".", "a.", ".a", "a.b.c", 'a"b', '"a', '""', '"a"b', "a\0b", "a".repeat(1000), '"."."'])(
  "takes %j for no name",
  (text) => {
    expect(readTableName(text)).toBeUndefined();
  },
);

test("reads back any two names in double quotes", () => {
  const name = fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).filter((text) => !text.includes("\0"));
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(name, name, (schema, table) => {
      fc.pre(quote(schema).length + quote(table).length < 250);
      expect(readTableName(`${quote(schema)}.${quote(table)}`)).toEqual({ schemas: [schema], names: [table] });
    }),
  );
});

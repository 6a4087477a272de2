import fc from "fast-check";
import { expect, test } from "vitest";
import { tableUri } from "../../src/resources/table-uri.ts";
import { parseUriTemplate } from "../../src/resources/uri-template.ts";
import { storableText } from "../support/arbitrary-values.ts";

const template = parseUriTemplate("postgres:///{schema}/{table}");
// Names have at least one character; JavaScript can hold halves of surrogate pairs, which no database can.
const names = storableText.filter((text) => text !== "" && text.isWellFormed());

/** As RFC 6570 expands a variable, which is stricter than encodeURIComponent. */
const expand = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

test("finds any two names again in the URI made of them", () => {
  fc.assert(
    fc.property(names, names, (schema, table) => {
      expect(template.match(tableUri(schema, table))).toEqual({ schema, table });
      expect(template.match(`postgres:///${expand(schema)}/${expand(table)}`)).toEqual({ schema, table });
    }),
  );
});

test("matches nothing else and never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (uri) => {
      const found = template.match(uri);
      expect(found === undefined || uri.startsWith("postgres:///")).toBe(true);
    }),
  );
  for (const uri of [
    "postgres:///shop",
    "postgres:///shop/",
    "postgres:///shop/orders/",
    "postgres:///shop/orders?x",
    "postgres://host/shop/orders",
    "xpostgres:///shop/orders",
    "postgres:///shop/%",
    "postgres:///shop/%ff",
    "pg://settings",
  ])
    expect(template.match(uri)).toBeUndefined();
});

test("takes the characters of a template literally", () => {
  const literal = parseUriTemplate("a.b+c:{x}");
  expect(literal.match("a.b+c:1")).toEqual({ x: "1" });
  expect(literal.match("aXb+c:1")).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleFacts, visibleSql } from "../../src/tools/visible-facts.ts";

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads an identifier as Postgres does. */
function nameOf(identifier: string): string {
  const quoted = identifier.replace(/^U&/, "").slice(1, -1).replaceAll('""', '"');
  if (!identifier.startsWith("U&")) return quoted;
  return quoted.replace(/\\\+([0-9a-f]{6})|\\\\/g, (whole, hex: string | undefined) =>
    hex === undefined ? whole.slice(1) : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

test("leaves plain SQL as it is", () => {
  for (const sql of [
    "shop.orders",
    '"Odd ""Name"',
    "timestamp with time zone",
    String.raw`"back\slash"`,
    '"日本 🙂"',
  ]) {
    expect(visibleSql(sql)).toBe(sql);
  }
});

test("hides no character of an identifier and changes none", () => {
  const unit = fc.oneof(
    fc.constantFrom('"', "\\", "\u200b", "\u202e", "\n", "\t", "\ufeff", "a", "U&", "\u{e0041}"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  // Postgres has neither NUL nor half surrogates in a name.
  const names = fc
    .array(unit, { minLength: 1 })
    .map((parts) => parts.join(""))
    .filter((name) => !name.includes("\0"));
  fc.assert(
    fc.property(names, (name) => {
      const visible = visibleSql(quote(name));
      expect(visible).not.toMatch(/[\p{Cc}\u200b\u202e\ufeff\u{e0041}]/u);
      expect(nameOf(visible)).toBe(name);
    }),
  );
});

test("treats each name of a longer text on its own", () => {
  expect(visibleSql('app."a\u200b"."b c"')).toBe(String.raw`app.U&"a\+00200b"."b c"`);
  expect(visibleSql('CREATE INDEX "i\n1" ON app.t (lower("x\u00ad"))')).toBe(
    String.raw`CREATE INDEX U&"i\+00000a1" ON app.t (lower(U&"x\+0000ad"))`,
  );
});

test("writes comments on one line and leaves numbers and nothing as they are", () => {
  expect(visibleFacts({ comment: "a\n\u200bb", rows: 3, key: null, names: ['"a\tb"'] })).toEqual({
    comment: String.raw`a\n\u200bb`,
    rows: 3,
    key: null,
    names: [String.raw`U&"a\+000009b"`],
  });
});

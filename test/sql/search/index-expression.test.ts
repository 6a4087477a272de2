import { describe, expect, it } from "vitest";
import { readIndexExpression } from "../../../src/sql/search/index-expression.ts";

const policy = { allowCatalog: false, allowedFunctions: ["app.words"] };
const read = (text: string) => readIndexExpression(text, new Set(["title", "body", 'Odd "name']), policy);

describe("an index's expression", () => {
  it.each([
    ["to_tsvector('english'::regconfig, body)", ["body"], ["english"]],
    [`to_tsvector('app."My config"'::regconfig, "Odd ""name")`, ['Odd "name'], ['app."My config"']],
    [
      "(setweight(to_tsvector('simple'::regconfig, COALESCE(title, ''::text)), 'A'::\"char\") || to_tsvector('german'::regconfig, body))",
      ["title", "body"],
      ["simple", "german"],
    ],
    ["to_tsvector(body)", ["body"], []],
    ["app.words(body)", ["body"], []],
  ])("is read with its columns and configurations: %s", async (text, columns, configs) => {
    expect(await read(text)).toMatchObject({ text, columns, configs });
  });

  it.each([
    ["a column that the role may not read", "to_tsvector('english'::regconfig, secret)"],
    ["a qualified name", "to_tsvector('english'::regconfig, documents.body)"],
    ["a function that the tenant has not allowed", "public.words(body)"],
    ["a function that acts", "to_tsvector('english'::regconfig, pg_read_file('x'))"],
    ["a query", "to_tsvector('english'::regconfig, (SELECT body FROM documents))"],
    ["a parameter", "to_tsvector('english'::regconfig, $1)"],
    ["two values", "body), (title"],
    ["a table behind", "body) FROM documents WHERE (true"],
    ["another query behind", "body) UNION SELECT (title"],
    ["another statement behind", "body); DELETE FROM documents WHERE (true"],
    ["a name for the value", "body) AS title, (body"],
    ["a comment", "body --"],
    ["no SQL", "body ||"],
    ["nothing", ""],
    ["more than any index has", `to_tsvector('english'::regconfig, ${"body || ".repeat(1000)}body)`],
  ])("is not used with %s", async (_, text) => {
    expect(await read(text)).toBeUndefined();
  });
});

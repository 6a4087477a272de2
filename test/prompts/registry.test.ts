import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { prompts } from "../../src/prompts/registry.ts";
import { createContext } from "./prompt-context.ts";

const files = import.meta.glob<Record<string, unknown>>("../../src/prompts/*.ts", { eager: true });
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

let context: RequestContext;

beforeAll(async () => {
  context = await createContext();
});

test("has the prompts of the seeds", () => {
  expect(prompts.map(({ name }) => name)).toEqual([
    "design-schema",
    "diagnose-query-issue",
    "explore-database",
    "setup-semantic-search",
  ]);
});

test("takes the arguments of the seeds, and only theirs are required", () => {
  const required = prompts.flatMap((prompt) =>
    prompt.arguments.filter((argument) => argument.required).map(({ name }) => `${prompt.name} ${name}`),
  );
  expect(required).toEqual(["design-schema requirements", "setup-semantic-search query_text"]);
  const names = new Map(prompts.map((prompt) => [prompt.name, prompt.arguments.map(({ name }) => name)]));
  expect(names.get("design-schema")).toEqual(expect.arrayContaining(["requirements", "use_case", "full_featured"]));
  expect(names.get("diagnose-query-issue")).toContain("issue_description");
});

test.each(prompts.map((prompt) => [prompt.name, prompt] as const))("%s keeps the house rules", (name, prompt) => {
  expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
  expect(files[`../../src/prompts/${name}.ts`]?.[camel(name)]).toBe(prompt);
  expect(prompt.title.length).toBeLessThan(40);
  expect(prompt.description.length).toBeLessThan(150);
  for (const argument of prompt.arguments) expect(argument.description).toMatch(/^\w.{5,90}$/);
});

const cases = prompts.flatMap((prompt) =>
  prompt.arguments.map((argument) => [`${prompt.name} ${argument.name}`, argument] as const),
);

test.each(cases)("completes %s from what there is", async (_, argument) => {
  const values = await argument.complete(context, "", {});
  expect(values.length).toBeGreaterThan(0);
  expect(new Set(values).size).toBe(values.length);
  const [first = ""] = values;
  expect(await argument.complete(context, first.slice(0, 3).toUpperCase(), {})).toContain(first);
  expect(await argument.complete(context, "zzz no such thing", {})).toEqual([]);
});

test("offers beginnings of free text that name real tables", async () => {
  const complete = async (prompt: string, name: string, typed = "") =>
    await cases.find(([title]) => title === `${prompt} ${name}`)?.[1].complete(context, typed, {});
  expect((await complete("setup-semantic-search", "query_text"))?.[0]).toBe("documents about ");
  expect(await complete("diagnose-query-issue", "issue_description", "a query on shop.orders is")).toEqual([
    "A query on shop.orders is slow: ",
  ]);
  expect(await complete("design-schema", "requirements")).toContain("Extend shop.customers with ");
});

test("finishes the name of a table inside SQL and prose", async () => {
  const complete = async (name: string, typed: string) =>
    await cases.find(([title]) => title === `diagnose-query-issue ${name}`)?.[1].complete(context, typed, {});
  expect(await complete("query", "SELECT count(*) FROM shop.prod")).toEqual(["SELECT count(*) FROM shop.products"]);
  expect(await complete("query", "SELECT * FROM (TABLE docu")).toEqual(["SELECT * FROM (TABLE content.documents"]);
  expect(await complete("issue_description", "Nothing comes from revi")).toEqual(["Nothing comes from shop.reviews"]);
});

import { beforeAll, expect, test } from "vitest";
import { prompts } from "../../src/prompts/registry.ts";
import { resourceTemplates } from "../../src/resources/registry.ts";
import { call, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function complete(ref: object, name: string, value: string, given: object = {}) {
  const { json } = await call(token, "completion/complete", {
    ref,
    argument: { name, value },
    context: { arguments: given },
  });
  return json;
}

const table = { type: "ref/resource", uri: "postgres:///{schema}/{table}" };

test("completes schemas, and tables of the schema already given", async () => {
  expect((await complete(table, "schema", "sh")).result.completion.values).toContain("shop");
  const { values } = (await complete(table, "table", "ord", { schema: "shop" })).result.completion;
  expect(values).toContain("orders");
  expect(values.every((value: string) => value.includes("ord"))).toBe(true);
});

test("completes every argument of every prompt and template", async () => {
  for (const prompt of prompts) {
    for (const argument of prompt.arguments) {
      const { result } = await complete({ type: "ref/prompt", name: prompt.name }, argument.name, "");
      expect(result.completion.values.length, `${prompt.name} ${argument.name}`).toBeGreaterThan(0);
      expect(result.completion.values.length).toBeLessThanOrEqual(100);
    }
  }
  for (const template of resourceTemplates) {
    const variables = [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
    expect(Object.keys(template.complete).toSorted()).toEqual(variables.toSorted());
  }
});

test("answers unknown references and arguments with -32602", async () => {
  for (const json of [
    await complete({ type: "ref/prompt", name: "nope" }, "x", ""),
    await complete({ type: "ref/resource", uri: "nope://{x}" }, "x", ""),
    await complete(table, "nope", ""),
  ]) {
    expect(json.error.code).toBe(-32602);
  }
});

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { resources } from "../../src/resources/registry.ts";
import { tools } from "../../src/tools/registry.ts";

const toolFiles = import.meta.glob<Record<string, unknown>>("../../src/tools/*.ts", { eager: true });
const resourceFiles = import.meta.glob<Record<string, unknown>>("../../src/resources/*.ts", { eager: true });
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

test.each(tools.map((tool) => [tool.name, tool] as const))("%s keeps the house rules of tools", (name, tool) => {
  expect(name).toMatch(/^[a-z][a-z_]{1,40}$/);
  expect(toolFiles[`../../src/tools/${name.replaceAll("_", "-")}.ts`]?.[camel(name)]).toBe(tool);
  expect(tool.description.length).toBeLessThan(300);
  expect(Object.values(tool.annotations).filter((hint) => typeof hint === "boolean")).toHaveLength(4);
  expect(tool.annotations.readOnlyHint).toBe(tool.scope === "read" || name.startsWith("list_"));
  expect(tool.input.additionalProperties).toBe(false);
  for (const schema of [tool.input, tool.output])
    expect(new Ajv2020({ strict: true }).validateSchema(schema)).toBe(true);
});

test.each(resources.map((resource) => [resource.name, resource] as const))(
  "%s keeps the house rules of resources",
  (name, resource) => {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
    expect(resourceFiles[`../../src/resources/${name.replaceAll("_", "-")}.ts`]?.[camel(name)]).toBe(resource);
  },
);

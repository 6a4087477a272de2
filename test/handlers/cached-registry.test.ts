import { expect, test } from "vitest";
import { findRegistry, type RegistrySource } from "../../src/handlers/cached-registry.ts";

/** A database whose one handler takes this many characters; counts how often it is read. */
function sourceOf(key: string, characters: number): { source: RegistrySource; readings: () => number } {
  let readings = 0;
  const handler = {
    kind: "tool",
    name: "large",
    key: "large",
    definition: { description: "x".repeat(characters) },
    tags: [],
    mode: { readOnly: true },
    knowsReadOnly: true,
  } as const;
  const source: RegistrySource = {
    key,
    detect: () => Promise.resolve({ isOurs: true, tellsPolicy: true }),
    version: () => Promise.resolve("1"),
    read: () => {
      readings += 1;
      return Promise.resolve([handler]);
    },
  };
  return { source, readings: () => readings };
}

test("keeps registries in memory, but not more than an isolate can hold", async () => {
  const [small, large, larger] = [sourceOf("small", 10), sourceOf("large", 7_000_000), sourceOf("larger", 12_000_000)];
  for (const { source } of [small, large, small, large]) await findRegistry(source, false);
  expect([small.readings(), large.readings()]).toEqual([1, 1]);
  await findRegistry(larger.source, false);
  await findRegistry(large.source, false);
  expect(large.readings()).toBe(2);
});

import { readFile } from "node:fs/promises";
import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import {
  buildFunctionTable,
  type FunctionTable,
  harmless,
  type NameTraits,
} from "../../scripts/functions/function-table.ts";
import committed from "../../src/sql/builtin-functions.json" with { type: "json" };

const names = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

/** Each denied name with its family; a name that two families claim would be lost here, so the sizes are compared. */
function familiesOf(table: FunctionTable): Map<string, string> {
  const all = table.deny.flatMap(({ family, names: lines }) => names(lines).map((name) => [name, family] as const));
  const byName = new Map(all);
  expect(byName.size).toBe(all.length);
  return byName;
}

describe("the committed function table", () => {
  const allowed = new Set(names(committed.allow));
  const denied = familiesOf(committed);
  let server: readonly NameTraits[] = [];

  beforeAll(async () => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    server = (await client.query<NameTraits>(await readFile("scripts/functions/functions.sql", "utf8"))).rows;
    await client.end();
  });

  it("knows every function and type name of the running server", () => {
    expect(server.length).toBeGreaterThan(2_500);
    expect(server.filter(({ name }) => !allowed.has(name) && !denied.has(name))).toEqual([]);
  });

  it("allows no name that it denies", () => {
    expect([...allowed].filter((name) => denied.has(name))).toEqual([]);
  });

  it("allows volatile functions only when they are reviewed, and no procedure, trigger or restricted function", () => {
    const functions = server.filter(({ name, kind }) => kind === "function" && allowed.has(name));
    expect(functions.filter((one) => one.volatile).map((one) => one.name)).toEqual(
      expect.arrayContaining(["random", "clock_timestamp"]),
    );
    expect(functions.filter((one) => one.volatile && !harmless.has(one.name))).toEqual([]);
    expect(functions.filter((one) => one.procedure || one.trigger || one.internal || !one.public)).toEqual([]);
  });

  it("denies what the review denies on this server, for the same reason", () => {
    const rebuilt = familiesOf(buildFunctionTable("", [server]));
    const differing = [...rebuilt].filter(([name, family]) => denied.get(name) !== family);
    expect(differing).toEqual([]);
  });

  it("gives a reason that completes a sentence, for every family", () => {
    for (const { why } of committed.deny) expect(why).toMatch(/^it .*[^.]$/);
  });
});

describe("sorting names into allowed and denied", () => {
  const plain: NameTraits = {
    name: "new_function",
    kind: "function",
    volatile: false,
    public: true,
    procedure: false,
    trigger: false,
    internal: false,
    uncallable: false,
  };
  const sorted = (...servers: Partial<NameTraits>[]): string => {
    const table = buildFunctionTable(
      "test",
      servers.map((traits) => [{ ...plain, ...traits }]),
    );
    return table.allow.length > 0 ? "allowed" : (table.deny[0]?.family ?? "missing");
  };

  it("allows a new function only when it is stable and open to everyone on every server", () => {
    expect(sorted({})).toBe("allowed");
    expect(sorted({}, { volatile: true })).toBe("unreviewed");
    expect(sorted({}, { public: false })).toBe("privileged");
    expect(sorted({ procedure: true })).toBe("unreviewed");
    expect(sorted({ internal: true })).toBe("unreviewed");
    expect(sorted({ internal: true, uncallable: true })).toBe("internal");
    expect(sorted({ internal: true, uncallable: true, trigger: true })).toBe("triggers");
  });

  it("denies what a family claims by name or prefix, even when it is stable", () => {
    expect(sorted({ name: "current_setting" })).toBe("settings");
    expect(sorted({ name: "pg_ls_newdir" })).toBe("server_files");
  });

  it("allows type names, which are casts", () => {
    expect(sorted({ kind: "type" })).toBe("allowed");
    expect(sorted({ kind: "type" }, { volatile: true })).toBe("unreviewed");
  });
});

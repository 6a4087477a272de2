import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeNewHandler } from "../../../scripts/handlers/new-handler.ts";
import { ask } from "../handler-database.ts";
import { catalogContents } from "./catalog-contents.ts";
import { createDesk, type Desk } from "./handlers-command.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await createDesk();
});
afterEach(() => desk.clear());

const read = (name: string): Promise<string> => readFile(path.join(desk.folder, name), "utf8");

test.each(["tool", "resource", "prompt"])(
  "a new %s passes its own calls with and without the pack, and nothing stays",
  async (kind) => {
    expect(await desk.runWith({}, "new", kind, "my.first-one")).toEqual({
      code: 0,
      out: "Wrote my.first-one.sql. Try it: npm run postern -- handlers test my.first-one.sql\n",
      error: "",
    });
    const { owner } = desk.database;
    const empty = await catalogContents(owner);
    const first = await desk.run("test", "my.first-one.sql");
    expect(first).toMatchObject({ code: 0, error: "", out: expect.stringContaining("All calls passed") });
    expect(first.out).toContain("it was there for this test only");
    expect(await catalogContents(owner)).toBe(empty);
    await desk.run("install");
    const installed = await catalogContents(owner);
    const version = await ask(owner, "SELECT api.catalog_version()");
    const second = await desk.run("test", "my.first-one.sql");
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("All calls passed") });
    expect(second.out).not.toContain("this test only");
    expect(await catalogContents(owner)).toBe(installed);
    expect(await ask(owner, "SELECT api.catalog_version()")).toBe(version);
  },
);

test.each(["tool", "resource", "prompt"])(
  "a new %s can be applied twice, and passes once it is there",
  async (kind) => {
    await desk.run("install");
    await desk.run("new", kind, "mine");
    for (let time = 0; time < 2; time += 1)
      expect(await desk.run("apply", "mine.sql")).toMatchObject({
        code: 0,
        out: expect.stringContaining("Registered: mine."),
      });
    expect(await desk.run("test", "mine.sql")).toMatchObject({ code: 0 });
  },
);

test("every file has an id of its own, and tells it", async () => {
  const ids = [];
  for (const name of ["one", "two"]) {
    const { id } = JSON.parse((await desk.run("new", "tool", name, "--json")).out) as { id: string };
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(await read(`${name}.sql`)).toContain(`"id": "${id}"`);
    ids.push(id);
  }
  expect(new Set(ids).size).toBe(2);
});

test("never overwrites a file", async () => {
  await desk.write("mine.sql", "precious");
  expect(await desk.run("new", "prompt", "mine")).toEqual({
    code: 1,
    out: "",
    error: "mine.sql exists; it was left as it is.\nGive another path with --file.\n",
  });
  expect(await read("mine.sql")).toBe("precious");
  expect(await desk.run("new", "prompt", "mine", "--file", "other.sql")).toMatchObject({ code: 0 });
  expect(await read("other.sql")).toContain('"name": "mine"');
  expect(await desk.run("new", "prompt", "mine", "--file", "missing/other.sql")).toMatchObject({ code: 1 });
});

test.each(["1st", "two words", "a".repeat(50), "naïve", "../up", "x';DROP", "x\n"])(
  "refuses the name %j, as the pack would",
  async (name) => {
    const writing = writeNewHandler({ kind: "tool", name, location: path.join(desk.folder, "x.sql"), path: "x.sql" });
    await expect(writing).rejects.toMatchObject({
      code: "invalid_arguments",
      details: { next: "A name is a letter and up to 48 more letters, digits, _, . or -." },
    });
    expect(await readdir(desk.folder)).toEqual([]);
  },
);

test("refuses a kind that there is not", async () => {
  expect(await desk.run("new", "tools", "mine")).toMatchObject({
    code: 2,
    error: expect.stringContaining("The kind of a handler is one of tool, resource, prompt"),
  });
});

import { expect, test } from "vitest";
import { readCommandLine } from "../../../scripts/postern/command-line.ts";
import { showCommand, showNoun } from "../../../scripts/postern/help.ts";
import { NOUNS } from "../../../scripts/postern/registry.ts";

const handlers = NOUNS.find(({ noun }) => noun === "handlers");
const commands = handlers?.commands.map((command) => [command.name, command] as const) ?? [];
const flat = (text: string): string => text.replace(/\s+/g, " ");

test("lists every command of the noun", () => {
  const verbs = commands.map(([name]) => name.split(" ")[1]);
  expect(verbs).toEqual(["install", "upgrade", "status", "remove", "new", "test", "apply"]);
  const help = handlers === undefined ? "" : showNoun(handlers);
  expect(help).toContain("handlers new <kind> <name>");
  expect(help).toContain("handlers apply <file>...");
});

test.each(commands.filter(([name]) => name !== "handlers new"))(
  "%s tells why it connects as the owner",
  (_, command) => {
    const help = flat(showCommand(command));
    expect(help).toContain("as the owner of the database. A tenant's own connection is a reader");
    expect(help).toContain("The URL never leaves this machine.");
    expect(help).toContain("default: DATABASE_URL of the environment");
  },
);

test("test tells how calls are written and when it fails", () => {
  const help = flat(commands.map(([, command]) => showCommand(command)).join("\n"));
  for (const word of ["-- call: tools/call", "-- as: provider|subject", "-- expect: {...}", "-- given: INSERT"])
    expect(help).toContain(word);
  expect(help).toContain("Exit code 1 when an expectation fails, or a call without one does not succeed.");
  expect(help).toContain("Exit code 1 when the database serves no handlers");
});

test.each([
  ["handlers delete", "handlers remove"],
  ["handlers create tool x", "handlers new"],
  ["handlers check x.sql", "handlers test"],
  ["handlers run x.sql", "handlers apply"],
  ["handler status", "handlers status"],
])("%s is answered with what was probably meant", (line, meant) => {
  expect(() => readCommandLine(line.split(" "))).toThrow(`Did you mean "${meant}"?`);
});

test("apply takes one file and more", () => {
  expect(readCommandLine("handlers apply a.sql --json b.sql".split(" "))).toMatchObject({
    names: { file: ["a.sql", "b.sql"] },
    isJson: true,
  });
  expect(() => readCommandLine("handlers apply a.sql ..".split(" "))).toThrow("<file> is not a name");
  expect(() => readCommandLine("handlers test a.sql b.sql".split(" "))).toThrow("Wrong number of names");
});

import { expect, test } from "vitest";
import type { Command } from "../../../scripts/postern/command.ts";
import { GLOBAL_OPTIONS, readCommandLine } from "../../../scripts/postern/command-line.ts";
import { showCommand, showNoun, showOverview, showUsage } from "../../../scripts/postern/help.ts";
import { COMMANDS, NOUNS } from "../../../scripts/postern/registry.ts";
import { textWidth } from "../../../scripts/postern/text-width.ts";
import { runHere } from "./run-here.ts";

/** As a shell would: quotes hold words together and fall away. */
const splitWords = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));

const names = COMMANDS.map((command) => [command.name, command] as const);

test("every command belongs to its noun and has a name of its own", () => {
  for (const { noun, commands } of NOUNS) {
    const shape = commands.length === 1 ? `^${noun}( [a-z]+)?$` : `^${noun} [a-z]+$`;
    for (const { name } of commands) expect(name).toMatch(new RegExp(shape));
  }
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
});

test.each(names)("%s explains itself and everything it takes", (_, command) => {
  expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
  for (const argument of command.arguments) expect(argument.what).not.toBe("");
  for (const [name, option] of Object.entries(command.options)) {
    expect(Object.keys(GLOBAL_OPTIONS)).not.toContain(name);
    expect(option.what).not.toBe("");
    // A text has a placeholder, and what holds without it.
    const isTold = option.isRequired === true || option.otherwise !== undefined;
    if (option.type === "string") expect([name, option.value !== undefined, isTold]).toEqual([name, true, true]);
  }
  const help = showCommand(command);
  for (const name of Object.keys({ ...GLOBAL_OPTIONS, ...command.options })) expect(help).toContain(`  --${name}`);
  for (const { name } of command.arguments) expect(help).toContain(`\n  ${name}`);
  expect(help).toContain(`Usage: ${showUsage(command)}\n`);
  expect(help).toContain(command.next.slice(0, 20));
  for (const { line } of command.examples) expect(help).toContain(line);
});

test.each(names)("the examples of %s are read as that command", (_, command) => {
  for (const { line } of command.examples) {
    expect(readCommandLine(splitWords(line))).toMatchObject({ kind: "run", command: { name: command.name } });
  }
});

test("an option takes a value in every command or in none, so that names are told from values before the command is known", () => {
  const types = new Map<string, string>();
  for (const { options } of COMMANDS) {
    for (const [name, { type }] of Object.entries(options)) {
      expect(types.get(name) ?? type, name).toBe(type);
      types.set(name, type);
    }
  }
});

test("the overview names every command and option of all, with three examples that are read", () => {
  const overview = showOverview();
  for (const { name, summary } of COMMANDS) {
    expect(overview).toContain(`  ${name}`);
    expect(overview.replace(/\s+/g, " ")).toContain(summary);
  }
  for (const name of Object.keys(GLOBAL_OPTIONS)) expect(overview).toContain(`  --${name}`);
  const examples = [...overview.matchAll(/^ {2}(?:.*\| )?npm run postern -- (.*)$/gm)].map(([, line = ""]) => line);
  expect(examples).toHaveLength(3);
  for (const line of examples) expect(readCommandLine(splitWords(line))).toMatchObject({ kind: "run" });
});

test("explanations keep to the width of a terminal; only lines to copy may be longer", () => {
  const texts = [showOverview(), ...NOUNS.map(showNoun), ...COMMANDS.map(showCommand)];
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    if (!line.includes("npm run")) expect(textWidth(line), line).toBeLessThanOrEqual(100);
  }
});

test("every way to ask for help gives the same help", async () => {
  const tokenCreate = COMMANDS.find(({ name }) => name === "token create") as Command;
  const ways = ["token create --help", "help token create", "token create acme -h", "--help token create --nonsense"];
  for (const way of ways) {
    const ran = await runHere(way.split(" "));
    expect(ran, way).toEqual({ code: 0, out: `${showCommand(tokenCreate)}\n`, error: "" });
  }
  expect(await runHere(["--help"])).toEqual({ code: 0, out: `${showOverview()}\n`, error: "" });
  const token = NOUNS.find(({ noun }) => noun === "token");
  expect(await runHere(["token", "--help"])).toMatchObject({ code: 0, out: `${token && showNoun(token)}\n` });
  expect(await runHere(["token"])).toMatchObject({ code: 2, out: "", error: `${token && showNoun(token)}\n` });
  expect(await runHere([])).toMatchObject({ code: 2, out: "", error: `${showOverview()}\n` });
});

import { expect, test } from "vitest";
import { UsageError } from "../../../scripts/postern/command.ts";
import { readCommandLine } from "../../../scripts/postern/command-line.ts";
import { runHere } from "./run-here.ts";

function refusal(line: string): { message: string; helpFor: string | undefined } {
  try {
    readCommandLine(line.split(" "));
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, helpFor: error.helpFor };
    throw error;
  }
  throw new Error(`"${line}" was read`);
}

test("reads names and options in any order", () => {
  const line = "--url http://w --label laptop token create --scope read acme --scope=write --json";
  expect(readCommandLine(line.split(" "))).toMatchObject({
    kind: "run",
    command: { name: "token create" },
    names: { tenant: "acme" },
    options: { label: "laptop", scope: ["read", "write"], connection: [], role: undefined },
    url: "http://w",
    isJson: true,
  });
});

test("a name may be left out where the command says so", () => {
  const read = (line: string) => readCommandLine(line.split(" "));
  expect(read("connection check acme")).toMatchObject({ names: { tenant: "acme", id: undefined } });
  expect(read("connection check acme main")).toMatchObject({ names: { tenant: "acme", id: "main" } });
});

test.each([
  ["tokn list acme", "token list", ""],
  ["tokens", "token", ""],
  ["key status", "keys status", ""],
  ["token creat acme", "token create", "token"],
  ["tenant remove acme", "tenant delete", "tenant"],
  ["token remove acme x", "token revoke", "token"],
  ["connections add acme main", "connection create", ""],
  ["keys rotat", "keys rotate", "keys"],
  ["create tenant acme", "tenant create", ""],
  ["token create acme --lable x", "--label", "token create"],
  ["keys rotate --jsno", "--json", "keys rotate"],
])("%s is answered with what was probably meant", (line, meant, helpFor) => {
  const refused = refusal(line);
  expect(refused.message).toContain(`Did you mean "${meant}"?`);
  expect(refused.helpFor).toBe(helpFor);
});

test.each([
  ["token list acme --label x", "Unknown option --label."],
  ["tenant list --yes", "Unknown option --yes."],
  ["tenant show", "Wrong number of names: tenant show takes <tenant>"],
  ["tenant list acme", "Wrong number of names: tenant list takes no names"],
  ["connection check", "Wrong number of names: connection check takes <tenant> [id]"],
  ["connection delete acme ..", "<id> is not a name"],
  ["connection create acme main", "--database-url is missing"],
  ["token create acme --label", "'--label <value>' argument missing"],
  ["token create acme --json=yes", "'--json' does not take an argument"],
  ["token create acme --label a --label b", "--label is given twice"],
])("%s is refused", (line, why) => {
  const refused = refusal(line);
  expect(refused.message).toContain(why);
  expect(refused.helpFor).toBe(line.split(" ").slice(0, 2).join(" "));
});

test.each([["tenant frobnicate"], ["frobnicate all"]])("for %s there is nothing to suggest", (line) => {
  expect(refusal(line).message).toBe(`Unknown command "${line}".`);
});

test("a wrong call exits with 2, prints nothing on stdout and points to the right help", async () => {
  expect(await runHere(["token", "create", "acme", "--lable", "x"])).toEqual({
    code: 2,
    out: "",
    error: 'Unknown option --lable. Did you mean "--label"?\nSee: npm run postern -- token create --help\n',
  });
  expect(await runHere(["tenant", "create", "acme", "--set", "x"])).toEqual({
    code: 2,
    out: "",
    error: "--set takes name=value, such as maxRows=500\nSee: npm run postern -- tenant create --help\n",
  });
  expect(await runHere(["nonsense"])).toMatchObject({ code: 2, error: expect.stringContaining("-- --help\n") });
});

import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { NOUNS } from "../../../scripts/postern/registry.ts";
import { runPostern } from "./run-postern.ts";
import { type Postern, startPostern } from "./start-postern.ts";

const { ADMIN_TOKEN: adminToken } = inject("workerSettings");
let postern: Postern;

beforeAll(async () => {
  postern = await startPostern();
  await postern.admin.createTenant({ id: "acme" });
});

afterAll(async () => {
  await postern?.stop();
});

/** One command of each noun that only looks; its output begins so. */
const lines: readonly (readonly [line: string, said: RegExp])[] = [
  ["tenant list", /^TENANT/],
  ["connection list acme", /^No connections yet/],
  ["token list acme", /^No tokens yet/],
  ["keys status", /^KEY/],
  ["model list acme", /^USE/],
  ["question list acme", /^No saved questions yet/],
  ["audit table", /^--|^CREATE/],
  ["handlers new --help", /^Usage:/],
  ["stdio --help", /^Usage: npm run --silent postern -- stdio /],
  ["preview up --help", /^Usage:/],
];

test.each(lines)("%s runs as a process of its own", async (line, said) => {
  const args = [...line.split(" "), "--url", postern.url];
  const { code, out, error } = await runPostern(args, { adminToken });
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toMatch(said);
});

test("no group of commands is left out above", () => {
  const tried = new Set(lines.map(([line]) => line.split(" ")[0]));
  expect(NOUNS.map(({ noun }) => noun).filter((noun) => !tried.has(noun))).toEqual([]);
});

test("a process reads what is piped into it, and ends with the command's exit code", async () => {
  const args = ["connection", "create", "acme", "main", "--database-url", "-", "--json", "--url", postern.url];
  const made = await runPostern(args, { adminToken, input: `${inject("readerUrl")}\n` });
  expect(made).toMatchObject({ code: 0, error: "" });
  expect(JSON.parse(made.out)).toMatchObject({ id: "main", check: { reachable: true } });
  expect(await runPostern(["tenant", "show"])).toMatchObject({ code: 2, out: "" });
  expect(await runPostern(["tenant", "list", "--url", postern.url], { adminToken: "wrong" })).toMatchObject({
    code: 1,
  });
});

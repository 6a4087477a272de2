import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { clientConfig } from "../../../scripts/stdio/client-config.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const script = path.join(ROOT, "scripts/postern.ts");

interface Config {
  mcpServers: { postern: { command: string; args: string[]; env?: Record<string, string> } };
}

const parse = (text: string) => (JSON.parse(text) as Config).mcpServers.postern;

test("the README's configuration starts what is printed at a terminal", () => {
  const blocks = readFileSync(path.join(ROOT, "README.md"), "utf8").matchAll(/```json\n(.*?)```/gs);
  const [text = ""] = [...blocks].flatMap(([, block = ""]) => (block.includes('"stdio"') ? [block] : []));
  const { command, args } = parse(text.replaceAll("/path/to/postern", ROOT));
  const printed = parse(clientConfig(script, []));
  expect(args).toEqual(printed.args);
  expect(realpathSync(command)).toBe(realpathSync(printed.command));
});

test("holds the options, and a placeholder where a secret belongs", () => {
  const { args, env } = parse(clientConfig(script, ["--url", "https://w"], ["POSTERN_TOKEN", "YOUR_TOKEN"]));
  expect(args).toEqual([script, "stdio", "--url", "https://w"]);
  expect(env).toEqual({ POSTERN_TOKEN: "YOUR_TOKEN" });
});

import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { confirm } from "../../../scripts/postern/confirm.ts";

/** Streams that pass for a terminal, with this typed into it. */
function terminal(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  input.end(typed);
  return { input, output };
}

test.each(["y\n", "Y\n", "yes\n", " yes \n"])("%j is a yes", async (typed) => {
  await expect(confirm("Delete it?", terminal(typed))).resolves.toBeUndefined();
});

test.each(["n\n", "\n", "yesterday\n", ""])("%j is a no", async (typed) => {
  await expect(confirm("Delete it?", terminal(typed))).rejects.toThrow("Nothing was changed.");
});

test("shows the question", async () => {
  const { input, output } = terminal("y\n");
  await confirm("Delete it?", { input, output });
  output.end();
  expect(await text(output)).toContain("Delete it? [y/N] ");
});

test("a script is not asked", async () => {
  const { input, output } = terminal("", false);
  await confirm("Delete it?", { input, output });
  output.end();
  expect(await text(output)).toBe("");
});

import { expect, test } from "vitest";
import { readLines } from "../../../scripts/stdio/read-lines.ts";

async function lines(chunks: readonly (string | Buffer)[]): Promise<string[]> {
  async function* input() {
    yield* chunks;
  }
  return await Array.fromAsync(readLines(input(), new AbortController().signal));
}

test("takes only a line feed for the end of a line", async () => {
  const json = JSON.stringify({ text: "one\u2028two\u2029three\u0085four" });
  expect(await lines([`${json}\r\n`, `\n \n{}\n`])).toEqual([json, "{}"]);
});

test("puts together what came in pieces, also within a character", async () => {
  const bytes = Buffer.from('{"city":"Zürich 🏔"}\n[1]');
  const single = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect(await lines(single)).toEqual(['{"city":"Zürich 🏔"}', "[1]"]);
});

test("ends without an error when nobody wants more", async () => {
  const leave = new AbortController();
  async function* input() {
    yield "1\n2";
    leave.abort();
    throw new Error("destroyed");
  }
  expect(await Array.fromAsync(readLines(input(), leave.signal))).toEqual(["1"]);
});

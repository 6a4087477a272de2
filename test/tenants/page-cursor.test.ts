import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { issueCursor, openCursor } from "../../src/tenants/page-cursor.ts";

const key = (id: string) => `${id}:${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;
const keys = key("a");

afterEach(() => {
  vi.useRealTimers();
});

test("opens what it issued, for the same binding, whatever the offset", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.nat({ max: 2 ** 40 }), async (binding, offset) => {
      expect(await openCursor(keys, binding, await issueCursor(keys, binding, offset))).toBe(offset);
    }),
  );
});

test("refuses a cursor with any one character changed", async () => {
  const cursor = await issueCursor(keys, "b", 7);
  for (let place = 0; place < cursor.length; place += 1) {
    const other = cursor[place] === "A" ? "B" : "A";
    const forged = cursor.slice(0, place) + other + cursor.slice(place + 1);
    // The last character has bits that mean nothing; changing only those gives the same bytes.
    if (place === cursor.length - 1 && sameBytes(forged, cursor)) continue;
    await expect(openCursor(keys, "b", forged)).rejects.toMatchObject({ code: "invalid_cursor" });
  }
});

function sameBytes(left: string, right: string): boolean {
  const decode = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" }).toHex();
  return decode(left) === decode(right);
}

test("refuses text that is no cursor at all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      await expect(openCursor(keys, "b", text)).rejects.toMatchObject({ code: "invalid_cursor" });
    }),
  );
});

test("refuses a cursor issued for something else, by another key, or too long ago, and says which", async () => {
  const cursor = await issueCursor(keys, "mine", 7);
  await expect(openCursor(keys, "yours", cursor)).rejects.toThrow(/belongs to another statement/);
  await expect(openCursor(key("a"), "mine", cursor)).rejects.toThrow(/not issued by this server/);
  vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ["Date"] });
  await expect(openCursor(keys, "mine", cursor)).rejects.toThrow(/has expired/);
});

test("still opens a cursor after the keys were rotated", async () => {
  expect(await openCursor(`${key("b")},${keys}`, "mine", await issueCursor(keys, "mine", 7))).toBe(7);
});

import { expect, test } from "vitest";
import { seal, unseal } from "../../src/tenants/sealing.ts";

const key = (id: string) => `${id}:${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;

test("opens what it sealed, also after the keys were rotated", async () => {
  const old = key("a");
  const sealed = await seal(old, "t", "c", "secret");
  expect(JSON.stringify(sealed)).not.toContain("secret");
  expect(await unseal(`${key("b")},${old}`, "t", "c", sealed)).toBe("secret");
});

test("does not open a record moved to another tenant or connection", async () => {
  const keys = key("a");
  const sealed = await seal(keys, "t", "c", "secret");
  await expect(unseal(keys, "other", "c", sealed)).rejects.toThrow();
  await expect(unseal(keys, "t", "other", sealed)).rejects.toThrow();
});

test("says what is wrong with a key", async () => {
  await expect(seal("a:c2hvcnQ=", "t", "c", "x")).rejects.toThrow(/SEALING_KEY must be/);
});

import { expect, test } from "vitest";
import { modelSealId } from "../../src/tenants/model-seal.ts";
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

test.each([
  ["main", "connection_unreadable", 'The saved connection "main" cannot be opened.'],
  [modelSealId("text"), "model_unreadable", "The saved key of the text model cannot be opened."],
])("says of %s what cannot be opened", async (name, code, message) => {
  const sealed = await seal(key("a"), "t", name, "secret");
  for (const broken of [sealed, { ...sealed, iv: "%" }])
    await expect(unseal(key("a"), "t", name, broken)).rejects.toMatchObject({ code, message });
});

test("does not open a model's key as another's, or as a connection", async () => {
  const keys = key("a");
  const sealed = await seal(keys, "t", modelSealId("text"), "secret");
  for (const [tenant, name] of [
    ["t", modelSealId("embedding")],
    ["t", "text"],
    ["other", modelSealId("text")],
  ] as const)
    await expect(unseal(keys, tenant, name, sealed)).rejects.toThrow();
});

test.each([
  ["a short key", "a:c2hvcnQ="],
  ["no key", ""],
  ["a key without an id", key("a").slice(2)],
  ["something that is not base64", `a:${"?".repeat(43)}=`],
  ["two keys of the same id", `${key("a")},${key("a")}`],
])("refuses a SEALING_KEY with %s and says what it should be", async (_, setting) => {
  await expect(seal(setting, "t", "c", "x")).rejects.toMatchObject({
    code: "connection_unreadable",
    message: "The Worker's SEALING_KEY is malformed.",
    details: { next: expect.stringContaining("<key id>:<base64 of 32 bytes>") },
  });
});

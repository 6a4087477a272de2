import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { admin, call, createCaller } from "../support/worker.ts";

test("admits nobody without the admin token", async () => {
  for (const authorization of ["", "Bearer wrong"]) {
    const response = await exports.default.fetch("http://localhost/admin/tenants", { headers: { authorization } });
    expect(response.status).toBe(401);
  }
});

test("never shows or stores a password or token in the clear", async () => {
  const { tenant, token } = await createCaller();
  const password = new URL(env.READER_URL).password;
  const shown = await (await admin("GET", "/tenants")).text();
  const tokens = await (await admin("GET", `/tenants/${tenant}/tokens`)).text();
  const { keys } = await env.POSTERN_KV.list();
  const stored = await Promise.all(keys.map(({ name }) => env.POSTERN_KV.get(name)));
  for (const text of [shown, tokens, ...keys.map(({ name }) => name), ...stored]) {
    expect(text).not.toContain(password);
    expect(text).not.toContain(token);
  }
  expect(shown).not.toContain("sealed");
});

test("stops a revoked token at once in the same isolate", async () => {
  const { tenant, token, tokenId } = await createCaller();
  expect((await call(token, "ping")).status).toBe(200);
  expect((await admin("DELETE", `/tenants/${tenant}/tokens/${tokenId}`)).status).toBe(200);
  expect((await call(token, "ping")).status).toBe(401);
});

test("deletes a tenant with its tokens", async () => {
  const { tenant, token } = await createCaller();
  expect((await admin("DELETE", `/tenants/${tenant}`)).status).toBe(204);
  expect((await call(token, "ping")).status).toBe(401);
  expect((await admin("DELETE", `/tenants/${tenant}`)).status).toBe(404);
});

test.each([
  ["a bad id", { id: "No Spaces" }, 400],
  ["an unknown field", { id: "x", nope: 1 }, 400],
  ["an unknown policy field", { id: "x", policy: { readonly: true } }, 400],
  ["a list", [], 400],
])("refuses a tenant with %s", async (_, body, status) => {
  const response = await admin("POST", "/tenants", body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_arguments" } });
});

test("refuses a second tenant of the same id", async () => {
  const { tenant } = await createCaller();
  expect((await admin("POST", "/tenants", { id: tenant })).status).toBe(409);
});

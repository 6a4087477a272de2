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

test.each([
  ["a field", { id: "x", naem: "X" }, 'Did you mean "name"?'],
  ["a setting", { id: "x", policy: { maxRow: 1 } }, 'Did you mean "maxRows"?'],
  ["nothing like it", { id: "x", colour: 1 }, "Known are id, name, policy, preview."],
])("suggests the name that was meant for %s", async (_, body, next) => {
  expect(await (await admin("POST", "/tenants", body)).json()).toMatchObject({ error: { next } });
});

test("tells every setting of a policy, and takes each by that name", async () => {
  const { tenant } = await createCaller();
  const told = await (await admin("GET", "/policy")).json<Record<"limits" | "flags" | "lists", object>>();
  expect(told.limits).toMatchObject({ callsPerMinute: { default: 1200, choices: [60, 300, 1200, 6000] } });
  const names = Object.values(told).flatMap((settings) => Object.keys(settings));
  const policy = Object.fromEntries(names.map((name) => [name, null]));
  const answer = await admin("PATCH", `/tenants/${tenant}`, { policy });
  expect(answer.status).toBe(200);
  const { tenant: updated } = await answer.json<{ tenant: { policy: object } }>();
  expect(names).toEqual(expect.arrayContaining(Object.keys(updated.policy)));
});

test("advises whoever checks a connection what to mend", async () => {
  const { tenant } = await createCaller();
  const wrong = Object.assign(new URL(env.READER_URL), { password: "wrong" }).href;
  const saved = await admin("POST", `/tenants/${tenant}/connections`, { id: "main", url: wrong, description: "shop" });
  expect(saved.status).toBe(201);
  expect(await saved.json()).toMatchObject({
    connection: { id: "main", description: "shop", createdAt: expect.any(String), updatedAt: expect.any(String) },
    check: { reachable: false, code: "connection_rejected", next: expect.stringContaining("Check the user") },
  });
});

test("refuses a second tenant of the same id", async () => {
  const { tenant } = await createCaller();
  expect((await admin("POST", "/tenants", { id: tenant })).status).toBe(409);
});

test("answers 404 for a tenant whose id no tenant can have", async () => {
  for (const id of ["x".repeat(600), "a%3Ab", "Upper"]) expect((await admin("GET", `/tenants/${id}`)).status).toBe(404);
});

import { expect, test } from "vitest";
import fc from "fast-check";
import { checkNames, previewLabel } from "../../../scripts/preview/preview-label.ts";

/** What Cloudflare takes as an alias, before the Worker's name and a hyphen, and Postern as a tenant's id. */
const ALIAS = /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

test.each([
  ["acme", "pr-12", /^acme-pr-12$/],
  ["acme", "PR-12", /^acme-pr-12-[0-9a-f]{6}$/],
  ["acme", "feature/x", /^acme-feature-x-[0-9a-f]{6}$/],
  ["my-shop", "pr-12", /^my-shop-pr-12-[0-9a-f]{6}$/],
  ["42", "pr-12", /^p-42-pr-12-[0-9a-f]{6}$/],
  ["acme", "привет", /^acme-[0-9a-f]{6}$/],
  ["a".repeat(63), "pr-12", /^a{33}-[0-9a-f]{6}$/],
])("%s's preview %s has a label that says what it is", (tenant, name, label) => {
  expect(previewLabel({ tenant, name })).toMatch(label);
});

test("tells previews apart whose words run together alike", () => {
  const labels = [
    { tenant: "a", name: "b-c" },
    { tenant: "a-b", name: "c" },
    { tenant: "a_b", name: "c" },
    { tenant: "a", name: "b/c" },
  ].map(previewLabel);
  expect(new Set(labels).size).toBe(labels.length);
});

test("every label can be an alias and a tenant's id", () => {
  const tenant = fc.stringMatching(/^[a-z0-9_-]{1,63}$/);
  const name = fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" });
  fc.assert(fc.property(tenant, name, (of, is) => ALIAS.test(previewLabel({ tenant: of, name: is }))));
});

test.each(["", " ", "a\nb", "x".repeat(101)])("refuses %j as a name", (name) => {
  expect(() => checkNames({ tenant: "acme", name })).toThrow("1 to 100 characters");
});

test.each(["", "Acme", "a/b", "x".repeat(64)])("refuses %j as a tenant", (tenant) => {
  expect(() => checkNames({ tenant, name: "pr-12" })).toThrow("1 to 63 lower-case letters");
});

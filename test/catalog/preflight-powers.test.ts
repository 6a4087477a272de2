import { expect, test } from "vitest";
import { describeMembership } from "../../src/catalog/preflight-memberships.ts";
import { describePowers } from "../../src/catalog/preflight-powers.ts";

test("tells what CREATEROLE means on the server's version", () => {
  const whatOn = (major: number) => describePowers(new Map([["create_role", {}]]), major)[0]?.what;
  expect(whatOn(15)).toContain("every role that is no superuser");
  expect(whatOn(16)).toContain("those it has created");
});

test("warns of predefined roles that it does not know", () => {
  const facts = { kinds: ["pg_new"], total: 1, names: ["pg_new"], fixes: ["REVOKE pg_new FROM r;"], fixTotal: 1 };
  expect(describeMembership(facts)).toEqual({
    level: "warning",
    power: "pg_new",
    what: "Could do what pg_new may, as a member of 1 role: pg_new.",
    fix: "REVOKE pg_new FROM r;",
  });
});

test("does not count large objects beyond what was counted", () => {
  const facts = { total: 1000, names: ["1", "2", "3"], fixes: [], fixTotal: 0 };
  expect(describePowers(new Map([["write_large_objects", facts]]), 18)[0]?.what).toBe(
    "Could write at least 1000 large objects: 1, 2, 3 and 997 more.",
  );
});

import { expect, test } from "vitest";
import type { Preflight } from "../../src/catalog/preflight.ts";
import { describePreflight } from "../../src/tools/describe-preflight.ts";

const reader: Preflight = {
  serverVersion: "18.4",
  role: "postern_reader",
  database: "shop",
  isReadOnly: true,
  findings: [],
};
const danger = { level: "danger", power: "create_db", what: "Has CREATEDB.", fix: "ALTER ROLE r NOCREATEDB;" } as const;
const warning = { level: "warning", power: "write_sequences", what: "Could set s.", fix: "REVOKE it." } as const;

test("says of a plain reader that it can only read", () => {
  expect(describePreflight(reader)).toBe("Role postern_reader in database shop on PostgreSQL 18.4: can only read.");
});

test("gives each finding a line with its fix", () => {
  expect(describePreflight({ ...reader, isReadOnly: false, findings: [danger, warning] })).toBe(
    [
      "Role postern_reader in database shop on PostgreSQL 18.4: could do more than read:",
      "- danger: Has CREATEDB. Fix: ALTER ROLE r NOCREATEDB;",
      "- warning: Could set s. Fix: REVOKE it.",
    ].join("\n"),
  );
});

test("lets warnings be worth knowing, not more", () => {
  expect(describePreflight({ ...reader, findings: [warning] })).toMatch(/: can only read; worth knowing:\n- warning: /);
});

test("keeps whatever a name holds on its line, and shows it", () => {
  const odd = "a\nb\u202e\u200b";
  const finding = { ...danger, what: `Owns ${odd}.`, fix: `DROP TABLE "${odd}";` };
  expect(describePreflight({ ...reader, role: odd, database: odd, isReadOnly: false, findings: [finding] })).toBe(
    [
      "Role a\\nb\\u202e\\u200b in database a\\nb\\u202e\\u200b on PostgreSQL 18.4: could do more than read:",
      '- danger: Owns a\\nb\\u202e\\u200b. Fix: DROP TABLE "a\\nb\\u202e\\u200b";',
    ].join("\n"),
  );
});

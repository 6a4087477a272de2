import fc from "fast-check";
import { expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";
import { knownSecrets } from "./known-secrets.ts";
import { sampleContext, sampleToken } from "./sample-secrets.ts";

const known = knownSecrets(sampleContext);

test.each([
  ["ADMIN_TOKEN", "Bearer ***", "Bearer of-the-admin"],
  ["SEALING_KEY", '{"key":"test:***"}', '{"key":"test:c2VhbGluZw+/="}'],
  ["SEALING_KEY", "?key=***", "?key=c2VhbGluZw%2B%2F%3D"],
  ["superuser's password", "-w *** -h localhost", "-w of-the-superuser -h localhost"],
  ["reader's password", "password *** was wrong", "password of+the/reader was wrong"],
  ["reader's password", "password *** was wrong", "password of%2Bthe%2Freader was wrong"],
  ["canary", "SELECT '***'", "SELECT 'canary_in_a_coal_mine'"],
  ["token", "Authorization: Bearer ***!", `Authorization: Bearer ${sampleToken}!`],
  ["token", '"***extended"', `"${sampleToken}extended"`],
  ["password in a URL", '"postgres://me:***@db.example/x"', '"postgres://me:s3cret@db.example/x"'],
  ["password in a URL", "POSTGRESQL://:***@db.example", "POSTGRESQL://:a/b:c@db.example"],
])("finds the %s and shows it as %s", (kind, line, text) => {
  expect(findSecrets(`before\n${text}\nafter`, known)).toEqual([{ kind, line }]);
});

test("finds every kind in a line that has several, and masks them all", () => {
  const line = `${sampleContext.postgresUrl} ${sampleContext.canary} ${sampleContext.canary} ${sampleToken}`;
  expect(findSecrets(line, known)).toEqual(
    ["superuser's password", "canary", "token", "password in a URL"].map((kind) => ({
      kind,
      line: "postgresql://postgres:***@127.0.0.1:5432/postgres *** *** ***",
    })),
  );
});

test.each([
  ["a masked password", "postgres://me:***@db.example/x"],
  ["the form of a URL", "postgres://user:password@host/database"],
  ["no password", "postgres://me@db.example:5432/x postgres://me:@db.example postgres://db.example:5432/x"],
  ["an address after a URL", '{"url":"postgres://db.example:5432/x","email":"me@example.org"}'],
  ["a token's id", sampleToken.slice(0, 20)],
  ["a token with a wrong checksum", sampleToken.replace("RcpcI", "RcpcJ")],
  ["nothing", ""],
])("is not alarmed by %s", (_, text) => {
  expect(findSecrets(text, known)).toEqual([]);
});

test("takes a run whose setup has given no secrets for one without any", () => {
  expect(findSecrets("some text", knownSecrets({}))).toEqual([]);
});

test("finds a known secret wherever it stands and never shows it", () => {
  const unit = fc.constantFrom("a", "b", "Z", "0", "9", "+", "/", "=", "-", "_", '"', "\\", " ", "é");
  const secret = fc.string({ unit, minLength: 8, maxLength: 60 });
  fc.assert(
    fc.property(fc.string(), secret, fc.string({ maxLength: 400 }), (before, value, after) => {
      const findings = findSecrets(before + value + after, [{ kind: "it", value }]);
      expect(findings.map(({ kind }) => kind)).toContain("it");
      for (const { line } of findings) expect(line).not.toContain(value);
    }),
  );
});

import { expect, test } from "vitest";
import { buildConnectionString, checkTarget, parseConnectionString } from "../../src/tenants/connection-string.ts";
import corpus from "../corpus/connection-strings.jsonl?raw";

interface Case {
  conn: string;
  expect: "accept" | "reject";
  why: string;
}

const cases = corpus
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case)
  // A slow test's name is printed, and nothing that is printed shows a password.
  .map((item) => ({ conn: item.conn, expect: item.expect, masked: item.conn.replace(/:[^/@]*@/, ":***@") }));

test.each(cases)("$expect s $masked", ({ conn, expect: verdict }) => {
  const parse = () => parseConnectionString(conn, false);
  if (verdict === "accept") expect(parse).not.toThrow();
  else expect(parse).toThrow(/not accepted/);
});

test("accepts Neon's own strings and rebuilds them from the parts we know", () => {
  const target = parseConnectionString(
    "postgresql://me:p%40ss@ep-x-1.eu-central-1.aws.neon.tech/db?sslmode=require&channel_binding=require",
    false,
  );
  expect(target).toEqual({
    host: "ep-x-1.eu-central-1.aws.neon.tech",
    port: 5432,
    user: "me",
    password: "p@ss",
    database: "db",
  });
  expect(buildConnectionString(target)).toBe("postgresql://me:p%40ss@ep-x-1.eu-central-1.aws.neon.tech:5432/db");
});

test.each([
  ["a user beyond any name's length", { user: "u".repeat(256) }],
  ["a database beyond any name's length", { database: "d".repeat(256) }],
  ["a password as long as a book", { password: "p".repeat(4097) }],
  ["a host beyond any name's length", { host: "h".repeat(254) }],
  ["half a character in the user", { user: "\ud800" }],
  ["half a character in the password", { password: "x\udc00" }],
])("refuses %s, also where local hosts are allowed", (_, part) => {
  const target = { host: "localhost", port: 5432, user: "u", password: "p", database: "d", ...part };
  expect(() => checkTarget(target, "", true)).toThrow(/not accepted/);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readOwnerUrl } from "../../../scripts/postern/owner-url.ts";

const tlsOf = (url: string): unknown => readOwnerUrl(url).config.ssl;

test("verifies TLS for every host but this machine", () => {
  expect(tlsOf("postgres://me@db.example.com/app")).toEqual({ rejectUnauthorized: true });
  expect(tlsOf("postgres://me@10.0.0.8/app")).toEqual({ rejectUnauthorized: true });
  expect(tlsOf("postgres://me@127.0.0.1.example.com/app")).toEqual({ rejectUnauthorized: true });
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(tlsOf(`postgres://me@${host}/app`), host).toBe(false);
  expect(tlsOf("postgres:///app?host=/var/run/postgresql")).toBe(false);
});

test("does what sslmode says, and verifies for every mode that encrypts but one", () => {
  const withMode = (mode: string): unknown => tlsOf(`postgres://me@db.example.com/app?sslmode=${mode}`);
  expect(withMode("disable")).toBe(false);
  expect(withMode("no-verify")).toEqual({ rejectUnauthorized: false });
  for (const mode of ["require", "verify-ca", "verify-full"])
    expect(withMode(mode)).toEqual({ rejectUnauthorized: true });
  for (const mode of ["prefer", "allow", "", "REQUIRE"]) expect(() => withMode(mode), mode).toThrow("sslmode in the");
  expect(tlsOf("postgres://me@localhost/app?sslmode=require")).toEqual({ rejectUnauthorized: true });
});

test("takes a URL of Neon as it is", () => {
  const url = "postgresql://owner:secret@ep-x.eu.aws.neon.tech/app?sslmode=require&channel_binding=require";
  expect(readOwnerUrl(url)).toMatchObject({
    place: "ep-x.eu.aws.neon.tech:5432",
    config: { host: "ep-x.eu.aws.neon.tech", port: 5432, user: "owner", database: "app", enableChannelBinding: true },
  });
});

test("reads every part of a URL as it was escaped", () => {
  const part = fc
    .string({ minLength: 1, unit: "grapheme" })
    .filter((text) => text.isWellFormed() && text !== "." && text !== "..");
  fc.assert(
    fc.property(part, part, part, fc.integer({ min: 1, max: 65_535 }), (user, password, database, port) => {
      const target = `db.example.com:${String(port)}/${encodeURIComponent(database)}`;
      const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
      const { config } = readOwnerUrl(`postgres://${login}@${target}`);
      expect(config).toMatchObject({ user, password, database, port, host: "db.example.com" });
    }),
  );
});

test.each([
  ["no URL", "hunter2secret"],
  ["another scheme", "mysql://me:hunter2secret@db.example.com/app"],
  ["a percent sign", "postgres://me:hunter2secret%zz@db.example.com/app"],
  ["a parameter that it does not know", "postgres://me:hunter2secret@db.example.com/app?sslcert=x"],
  ["another host in a parameter", "postgres://me:hunter2secret@db.example.com/app?host=evil.example"],
  ["a certificate that is not there", "postgres://me:hunter2secret@db.example.com/app?sslrootcert=/nowhere/ca.pem"],
])("refuses %s without repeating the password", (_, url) => {
  expect(() => readOwnerUrl(url)).toThrow(expect.objectContaining({ name: "UsageError" }));
  expect(() => readOwnerUrl(url)).not.toThrow("hunter2secret");
});

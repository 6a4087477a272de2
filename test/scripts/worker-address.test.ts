import { expect, test } from "vitest";
import { isSafeAddress } from "../../scripts/worker-address.ts";

test.each([
  "https://postern.example.workers.dev",
  "https://10.0.0.1:8443/mcp",
  "http://localhost:8787",
  "http://[::1]:1",
])("sends tokens to %s", (url) => {
  expect(isSafeAddress(url)).toBe(true);
});

test.each([
  "http://postern.example.workers.dev",
  "http://localhost.example.com",
  "https://name:word@example.com",
  "https://:word@example.com",
  "postgres://localhost/db",
  "ftp://localhost",
  "localhost:8787",
  "",
])("sends no token to %j", (url) => {
  expect(isSafeAddress(url)).toBe(false);
});

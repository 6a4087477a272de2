import { expect, test } from "vitest";
import { checkModelUrl } from "../../src/tenants/model-url.ts";

test.each([
  ["https://api.openai.com/v1", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
  ["https://models.example.com:8443", "https://models.example.com:8443"],
])("takes %s", (given, url) => {
  expect(checkModelUrl(given, false)).toBe(url);
});

test.each([
  ["", "not a URL"],
  ["api.openai.com/v1", "not a URL"],
  ["ftp://api.openai.com", "https://"],
  ["http://api.openai.com", "https://"],
  ["https://user:password@api.openai.com", "a user or password"],
  ["https://api.openai.com/v1?key=x", "a query or fragment"],
  ["https://api.openai.com/v1#x", "a query or fragment"],
  ["https://localhost/v1", "not a public host name"],
  ["https://127.0.0.1/v1", "not a public host name"],
  ["https://2130706433/v1", "not a public host name"],
  ["https://[::1]/v1", "not a public host name"],
  ["https://169.254.169.254/latest", "not a public host name"],
  ["https://metadata.google.internal", "its host is private"],
  ["https://127.0.0.1.nip.io", "embeds an address"],
  ["https://api.openai.com./v1", "not a public host name"],
])("refuses %s in production", (given, why) => {
  expect(() => checkModelUrl(given, false)).toThrow(why);
});

test("refuses an address too long to be one", () => {
  expect(() => checkModelUrl(`https://api.openai.com/${"x".repeat(500)}`, false)).toThrow("not a URL");
});

test("admits this machine and plain http where the operator develops", () => {
  expect(checkModelUrl("http://127.0.0.1:11434", true)).toBe("http://127.0.0.1:11434");
  expect(checkModelUrl("http://localhost:11434/v1/", true)).toBe("http://localhost:11434/v1");
  expect(() => checkModelUrl("http://user:password@localhost", true)).toThrow("a user or password");
});

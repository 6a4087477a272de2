import { expect, test } from "vitest";
import { readAddress } from "../../../scripts/cloudflare/deployment-address.ts";

const report = (...targets: string[]): string =>
  `${JSON.stringify({ type: "wrangler-session" })}\n${JSON.stringify({ type: "deploy", targets })}\n`;

test.each([
  [["https://postern.example.workers.dev"], "https://postern.example.workers.dev"],
  [["mcp.example.com (custom domain)"], "https://mcp.example.com"],
  [["mcp.example.com/* (zone name: example.com)"], "https://mcp.example.com"],
  [["*.example.com/* (zone name: example.com)", "mcp.example.com (custom domain)"], "https://mcp.example.com"],
])("%j answers at %s", (targets, address) => {
  expect(readAddress(report(...targets))).toBe(address);
});

test("a Worker without an address needs one", () => {
  expect(() => readAddress(report())).toThrow("The Worker is deployed, but has no address");
});

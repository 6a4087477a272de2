import { expect, test } from "vitest";
import { readClientMessage } from "../../../scripts/stdio/client-message.ts";
import { requestHeaders } from "../../../scripts/stdio/request-headers.ts";

const headersOf = (message: object, negotiated?: string) =>
  requestHeaders(readClientMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })), negotiated);

const claim = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
const modern = { "mcp-protocol-version": "2026-07-28" };

test("repeats what initialize agreed on, and nothing before", () => {
  expect(headersOf({ method: "initialize", params: { protocolVersion: "2025-06-18" } })).toEqual({});
  expect(headersOf({ method: "tools/list" }, "2025-06-18")).toEqual({ "mcp-protocol-version": "2025-06-18" });
});

test.each([
  [{ method: "server/discover", params: claim }, { "mcp-method": "server/discover" }],
  [
    { method: "tools/call", params: { ...claim, name: "query" } },
    { "mcp-method": "tools/call", "mcp-name": "query" },
  ],
  [
    { method: "resources/read", params: { ...claim, uri: "pg://settings", name: "x" } },
    { "mcp-method": "resources/read", "mcp-name": "pg://settings" },
  ],
  [{ method: "tools/call", params: { ...claim, name: 5 } }, { "mcp-method": "tools/call" }],
])("says what a message of its own revision says: %j", (message, headers) => {
  expect(headersOf(message, "2025-06-18")).toEqual({ ...modern, ...headers });
});

test.each([
  ["grüße", "=?base64?Z3LDvMOfZQ==?="],
  ["two\nlines", "=?base64?dHdvCmxpbmVz?="],
  [" padded", "=?base64?IHBhZGRlZA==?="],
  ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ["", "=?base64??="],
  ["with a space", "with a space"],
])("writes the name %j so that a header can hold it", (name, header) => {
  expect(headersOf({ method: "prompts/get", params: { ...claim, name } })).toMatchObject({ "mcp-name": header });
});

test("leaves out what no header can hold", () => {
  expect(headersOf({ method: "a\nb", params: { _meta: { ...claim._meta } } })).toEqual(modern);
  expect(headersOf({ method: "ping", params: { _meta: { [Object.keys(claim._meta)[0] ?? ""]: "é" } } })).toEqual({
    "mcp-method": "ping",
  });
});

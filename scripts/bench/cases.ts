export interface BenchCase {
  name: string;
  /** The bar is about these; the others are for information. */
  isBarred: boolean;
  headers: Record<string, string>;
  body: unknown;
  rows: number;
}

const PROTOCOL = "2026-07-28";
const ACCEPT = "application/json, text/event-stream";

interface QueryArguments {
  query: string;
  limit?: number;
}

/** A call as a client of the 2026-07-28 revision sends it: no handshake, the version in headers and body. */
function modernCall(args: QueryArguments): Pick<BenchCase, "headers" | "body"> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  };
  return {
    headers: { accept: ACCEPT, "mcp-protocol-version": PROTOCOL, "mcp-method": "tools/call", "mcp-name": "query" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "query", arguments: args, _meta } },
  };
}

/** The same as earlier revisions send it, after a handshake the server keeps nothing of. */
function legacyCall(args: QueryArguments): Pick<BenchCase, "headers" | "body"> {
  return {
    headers: { accept: ACCEPT, "mcp-protocol-version": "2025-11-25" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "query", arguments: args } },
  };
}

const one: QueryArguments = { query: "SELECT 1" };
const many: QueryArguments = { query: "SELECT * FROM shop.orders LIMIT 1000", limit: 1000 };

export const CASES: BenchCase[] = [
  { name: "SELECT 1, 2026-07-28", isBarred: true, rows: 1, ...modernCall(one) },
  { name: "SELECT 1, legacy", isBarred: true, rows: 1, ...legacyCall(one) },
  { name: "1,000 rows, 2026-07-28", isBarred: false, rows: 1000, ...modernCall(many) },
];

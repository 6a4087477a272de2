import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { listModules } from "./build-workers.ts";
import { createSend } from "./send.ts";
import type { Stack } from "./start-stack.ts";
import { countToolTokens } from "./tool-tokens.ts";

interface ToolList {
  result: { tools: unknown[] };
}

/** What no clock is needed for. */
export async function staticFigures(stack: Stack): Promise<{ bundleBytes: number; toolTokens: number }> {
  const bundle = path.join(stack.folder, stack.services.postern.bundle);
  const files = listModules(bundle).map(({ name }) => fs.readFileSync(path.join(bundle, name)));
  const list = createSend({
    url: new URL("/mcp", stack.url("postern")),
    headers: { authorization: `Bearer ${stack.token}`, "mcp-protocol-version": "2025-11-25" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });
  const { result } = JSON.parse(await list()) as ToolList;
  return { bundleBytes: gzipSync(Buffer.concat(files)).byteLength, toolTokens: countToolTokens(result.tools) };
}

import type { ServerCapabilities } from "@modelcontextprotocol/server";

/**
 * What is true in each era. A stateless server has no stream to an earlier client between its calls, so changes are
 * told only by subscriptions/listen, which came with 2026-07-28.
 */
export const capabilities = {
  legacy: { tools: {}, resources: {}, prompts: {}, completions: {} },
  modern: {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    completions: {},
  },
} as const satisfies Record<"legacy" | "modern", ServerCapabilities>;

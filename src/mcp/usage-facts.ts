import type { CallFacts } from "./call-record.ts";

/** What a tool's answer or failure says of its use of a text model, for the log. */
export function usageFacts(structured: Readonly<Record<string, unknown>> | undefined): CallFacts {
  const { calls, inputTokens, outputTokens } = (structured?.["usage"] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof calls !== "number" || typeof inputTokens !== "number" || typeof outputTokens !== "number") return {};
  return { modelCalls: calls, modelTokens: inputTokens + outputTokens };
}

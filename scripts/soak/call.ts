import type { SoakStack, SoakTenant } from "./start-stack.ts";
import type { Verdict } from "./tally.ts";

export interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

interface Answer {
  result?: ToolResult;
  error?: { code: number; message: string; data?: { code?: string; retryable?: boolean } };
}

export interface Caller {
  stack: SoakStack;
  tenant: SoakTenant;
}

let nextId = 0;

export function send({ stack, tenant }: Caller, name: string, args: object, extra: RequestInit = {}, meta = {}) {
  nextId += 1;
  const params = { name, arguments: args, ...meta };
  return fetch(stack.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      authorization: `Bearer ${tenant.token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: nextId, method: "tools/call", params }),
    ...extra,
  });
}

/** Statuses with which the Worker may say that it cannot serve just now. */
const UNAVAILABLE = new Set([429, 503]);

/** Judges a whole answer: an error must be one that says trying again can help, else `check` decides. */
export async function judge(response: Response, check: (result: ToolResult) => string | undefined): Promise<Verdict> {
  const body = await response.text();
  if (UNAVAILABLE.has(response.status)) return { kind: "failed", code: `HTTP ${String(response.status)}` };
  const answer = JSON.parse(body) as Answer;
  if (answer.error !== undefined) {
    const { code = String(answer.error.code), retryable } = answer.error.data ?? {};
    return retryable === true ? { kind: "failed", code } : { kind: "wrong", why: body.slice(0, 300) };
  }
  return judgeResult(answer.result ?? {}, check);
}

export function judgeResult(result: ToolResult, check: (result: ToolResult) => string | undefined): Verdict {
  const { code, retryable } = (result.structuredContent ?? {}) as { code?: string; retryable?: boolean };
  if (result.isError === true && retryable === true && code !== "internal_error")
    return { kind: "failed", code: code ?? "unnamed" };
  const why = check(result);
  return why === undefined
    ? { kind: "right" }
    : { kind: "wrong", why: `${why}: ${JSON.stringify(result).slice(0, 300)}` };
}

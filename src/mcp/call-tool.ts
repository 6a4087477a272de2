import { validators } from "../generated/validators.js";
import type { RequestContext } from "../context.ts";
import { AppError, describeError, toAppError } from "../errors.ts";
import { callToolHandler, type HandlerToolResult } from "../handlers/call-tool-handler.ts";
import type { Handler } from "../handlers/handler.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { CallFacts } from "./call-record.ts";
import { errorText } from "./error-text.ts";
import { failureFacts } from "./failure-facts.ts";
import { findHandler } from "./listed-handlers.ts";
import type { ServedContext } from "./request-context.ts";
import { usageFacts } from "./usage-facts.ts";
import { isWanted, toolNames, visibleTools } from "./visible-tools.ts";

type CallContext = RequestContext & Pick<ServedContext, "call">;

/** Runs a tool; its failures are results the assistant can read, an unknown tool is a protocol error. */
export async function callTool(context: CallContext, name: string, args: unknown): Promise<HandlerToolResult> {
  const { record } = context.call;
  const run = await findRun(context, name);
  if (run === undefined)
    throw new AppError("tool_not_found", `There is no tool "${name}".`, { next: "Call tools/list." });
  record.note({ name });
  try {
    return await run(args);
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    // A handler's own JSON-RPC error.
    if (error.details.rpcCode !== undefined) throw error;
    record.note({ ...failureFacts(error), ...usageFacts(error.details.data) });
    return {
      content: [{ type: "text", text: errorText(error) }],
      structuredContent: describeError(error),
      isError: true,
    };
  }
}

type Run = (args: unknown) => Promise<HandlerToolResult>;

/** Ours first: only a name that is not ours is looked for in the database. */
async function findRun(context: CallContext, name: string): Promise<Run | undefined> {
  const tool = visibleTools(context).find((candidate) => candidate.name === name);
  if (tool !== undefined) return (args) => runTool(context, tool, args);
  if (toolNames.has(name) || !isWanted(context, name)) return undefined;
  const handler = await findHandler(context, (handlers) =>
    handlers.find((candidate) => candidate.kind === "tool" && candidate.name === name),
  );
  return handler === undefined ? undefined : (args) => runHandler(context, handler, args);
}

async function runTool(context: CallContext, tool: Tool, args: unknown): Promise<HandlerToolResult> {
  validateArguments(tool.name, args);
  const { text, structured } = await tool.run(context, args);
  context.call.record.note({ answer: text, ...rowsOf(structured), ...usageFacts(structured) });
  return { content: [{ type: "text", text }], structuredContent: { ...structured } };
}

async function runHandler(context: CallContext, handler: Handler, args: unknown): Promise<HandlerToolResult> {
  const result = await callToolHandler(context.handlers, handler, args);
  context.call.record.note({
    answer: JSON.stringify(result.content),
    ...(result.isError === true ? { code: "handler_error" } : {}),
  });
  return result;
}

function rowsOf({ streamedRows, rowCount }: Readonly<Record<string, unknown>>): CallFacts {
  const rows = streamedRows ?? rowCount;
  return typeof rows === "number" ? { rows } : {};
}

function validateArguments(name: string, args: unknown): void {
  const validate = validators[name];
  if (validate === undefined) throw new Error(`no validator was generated for ${name}`);
  if (validate(args)) return;
  const reasons = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = params.additionalProperty ?? params.missingProperty ?? params.allowedValues?.join(", ");
    return `${instancePath === "" ? "arguments" : instancePath.slice(1)} ${message ?? ""}${extra === undefined ? "" : ` (${extra})`}`;
  });
  throw new AppError("invalid_arguments", `Invalid arguments for ${name}: ${reasons.join("; ")}.`, {
    next: "Correct the arguments to the tool's input schema and call again.",
  });
}

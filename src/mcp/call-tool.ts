import { validators } from "../generated/validators.js";
import type { RequestContext } from "../context.ts";
import { AppError, describeError, toAppError } from "../errors.ts";
import type { CallFacts } from "./call-record.ts";
import { errorText } from "./error-text.ts";
import { failureFacts } from "./failure-facts.ts";
import type { ServedContext } from "./request-context.ts";
import { visibleTools } from "./visible-tools.ts";

type CallContext = RequestContext & Pick<ServedContext, "call">;

interface ToolResult {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
}

/** Runs a tool; its failures are results the assistant can read, an unknown tool is a protocol error. */
export async function callTool(context: CallContext, name: string, args: unknown): Promise<ToolResult> {
  const { record } = context.call;
  const tool = visibleTools(context, context.call.tools).find((candidate) => candidate.name === name);
  if (tool === undefined)
    throw new AppError("tool_not_found", `There is no tool "${name}".`, { next: "Call tools/list." });
  record.note({ name });
  try {
    validateArguments(name, args);
    const answer = await tool.run(context, args);
    record.note({ answer: answer.text, ...rowsOf(answer.structured) });
    return { content: [{ type: "text", text: answer.text }], structuredContent: { ...answer.structured } };
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    record.note(failureFacts(error));
    return {
      content: [{ type: "text", text: errorText(error) }],
      structuredContent: describeError(error),
      isError: true,
    };
  }
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

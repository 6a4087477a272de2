import type { HandlerCalls } from "../context.ts";
import { checkArguments, checkOutput } from "./check-schema.ts";
import { type ContentBlock, isContentBlock } from "./content-block.ts";
import { handlerFailed, isFields } from "./envelope.ts";
import type { Handler } from "./handler.ts";
import { invokeHandler } from "./invoke-handler.ts";

export interface HandlerToolResult {
  [key: string]: unknown;
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** Calls a tool that is written in SQL; what goes in and what comes out is checked against its own schemas. */
export async function callToolHandler(calls: HandlerCalls, tool: Handler, args: unknown): Promise<HandlerToolResult> {
  const { inputSchema, outputSchema } = tool.definition;
  checkArguments(tool.name, inputSchema as object, args);
  const result = await invokeHandler(calls, tool, { name: tool.name, arguments: args });
  const { content, structuredContent, isError } = result;
  if (!Array.isArray(content) || !content.every(isContentBlock))
    throw handlerFailed(tool.name, "its content is no list of content blocks");
  if (structuredContent !== undefined && !isFields(structuredContent))
    throw handlerFailed(tool.name, "its structured content is no object");
  if (outputSchema !== undefined && isError !== true) checkOutput(tool.name, outputSchema as object, structuredContent);
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent: { ...structuredContent } }),
    ...(isError === true ? { isError: true } : {}),
  };
}

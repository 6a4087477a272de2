import type { HandlerCalls } from "../context.ts";
import { type ContentBlock, isContentBlock } from "./content-block.ts";
import { handlerFailed, isFields } from "./envelope.ts";
import type { Handler } from "./handler.ts";
import { invokeHandler } from "./invoke-handler.ts";

export interface HandlerMessage {
  role: "user" | "assistant";
  content: ContentBlock;
}

export async function getPromptHandler(
  calls: HandlerCalls,
  handler: Handler,
  args: Readonly<Record<string, string>>,
): Promise<{ description?: string; messages: HandlerMessage[] }> {
  const { messages, description } = await invokeHandler(calls, handler, { name: handler.name, arguments: args });
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw handlerFailed(handler.name, "its messages are no list of messages");
  return { ...(typeof description === "string" ? { description } : {}), messages };
}

function isMessage(item: unknown): item is HandlerMessage {
  if (!isFields(item)) return false;
  const { role, content } = item;
  return (role === "user" || role === "assistant") && isContentBlock(content);
}

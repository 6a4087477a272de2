import { estimateTokens } from "../search/estimate-tokens.ts";
import { readCount } from "./token-count.ts";
import { unusable } from "./wire/failures.ts";
import type { TextRequest, WrittenText } from "./text-model.ts";

/** An answer as a provider's file found it; nothing of it has been checked. */
interface FoundText {
  readonly text: unknown;
  readonly inputTokens: unknown;
  readonly outputTokens: unknown;
  readonly isCut: boolean;
}

/** Most of it is for thinking aloud, which some send along. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** The answer, if it is one. */
export function writtenText(provider: string, request: TextRequest, found: FoundText): WrittenText {
  const { text, isCut } = found;
  if (typeof text !== "string" && text !== null && text !== undefined)
    throw unusable(provider, "answered in a form that is not known");
  if (typeof text !== "string" || text.trim() === "") {
    throw isCut
      ? unusable(
          provider,
          `used up its ${String(request.maxTokens)} tokens before it wrote anything`,
          "Ask something simpler; the operator can choose a model that thinks less, or allow more tokens.",
        )
      : unusable(provider, "answered without any text");
  }
  return {
    text,
    inputTokens: readCount(found.inputTokens) ?? estimateTokens(`${request.system}${request.prompt}`),
    outputTokens: readCount(found.outputTokens) ?? estimateTokens(text),
    isCut,
  };
}

import { modelProviders } from "../../model-providers.ts";
import { at } from "../json-path.ts";
import type { TextProvider } from "../provider.ts";
import { postJson } from "../wire/post-json.ts";
import { MAX_TEXT_BYTES, writtenText } from "../written-text.ts";

const VERSION = "2023-06-01";

/** Beside text, an answer may hold what the model thought. */
function textOf(answer: unknown): string | undefined {
  const blocks = at(answer, "content");
  if (!Array.isArray(blocks)) return undefined;
  const texts = blocks.filter((block) => at(block, "type") === "text").map((block) => at(block, "text"));
  return texts.every((text) => typeof text === "string") ? texts.join("") : undefined;
}

/** Anthropic's Messages API. */
export const anthropic: TextProvider = {
  async write(access, request) {
    const { model, key } = access;
    const answer = await postJson(access, {
      path: "/messages",
      headers: { "anthropic-version": VERSION, ...(key === undefined ? {} : { "x-api-key": key }) },
      body: {
        model,
        max_tokens: request.maxTokens,
        system: request.system,
        messages: [{ role: "user", content: request.prompt }],
        // It thinks unless told otherwise; older models do not know the setting.
        ...(model === modelProviders.anthropic.text.model ? { output_config: { effort: "low" } } : {}),
      },
      maxBytes: MAX_TEXT_BYTES,
    });
    return writtenText(access.provider, request, {
      text: textOf(answer),
      inputTokens: at(answer, "usage", "input_tokens"),
      outputTokens: at(answer, "usage", "output_tokens"),
      isCut: at(answer, "stop_reason") === "max_tokens",
    });
  },
};

import { AppError } from "../../errors.ts";
import { at } from "../json-path.ts";
import type { EmbeddingProvider, ModelAccess, TextProvider } from "../provider.ts";
import { askPatiently } from "../wire/ask-patiently.ts";
import { FailedAnswer, NoAnswer } from "../wire/failures.ts";
import { providerMessage } from "../wire/provider-message.ts";
import { writtenText } from "../written-text.ts";
import { chatMessages } from "./chat-messages.ts";

/** Workers AI's own codes, by the status that its REST API gives them. */
const statuses: Readonly<Record<string, number>> = {
  "3003": 400,
  "3006": 413,
  "3007": 408,
  "3008": 408,
  "3023": 403,
  "3036": 429,
  "3040": 429,
  "3041": 403,
  "3042": 404,
  "5004": 400,
  "5005": 405,
  "5007": 400,
  "5016": 403,
  "5018": 403,
};

async function run(access: ModelAccess, inputs: Record<string, unknown>): Promise<unknown> {
  const { binding, model } = access;
  if (binding === undefined) throw new AppError("model_missing", "This deployment has no binding to Workers AI.");
  return await askPatiently(access, async (signal) => {
    const gone = Promise.withResolvers<never>();
    const leave = (): void => gone.reject(signal.reason as Error);
    signal.addEventListener("abort", leave);
    try {
      // Not every version of the binding heeds the signal.
      return await Promise.race([binding.run(model, inputs, { signal }), gone.promise]);
    } catch (thrown) {
      throw readFailure(thrown);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  });
}

/** The binding throws errors whose text begins with their code, such as "5007: No such model". */
function readFailure(thrown: unknown): Error {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const status = statuses[/^(\d{4}):/.exec(message)?.[1] ?? ""];
  if (status === undefined) return new NoAnswer(thrown);
  return new FailedAnswer(status, providerMessage(JSON.stringify({ message }), undefined));
}

/** Cloudflare's Workers AI, through its binding; it counts no tokens of embeddings. */
export const workersAi: EmbeddingProvider & TextProvider = {
  batch: { texts: 64, characters: 200_000 },

  async embed(access, texts) {
    return { vectors: at(await run(access, { text: texts }), "data") };
  },

  async write(access, request) {
    const answer = await run(access, {
      messages: chatMessages(request),
      max_tokens: request.maxTokens,
    });
    // Newer models answer as OpenAI does.
    const choice = at(answer, "choices", 0);
    const outputTokens = at(answer, "usage", "completion_tokens");
    const finish = at(choice, "finish_reason");
    return writtenText(access.provider, request, {
      text: choice === undefined ? at(answer, "response") : at(choice, "message", "content"),
      inputTokens: at(answer, "usage", "prompt_tokens"),
      outputTokens,
      isCut: finish === undefined ? Number(outputTokens) >= request.maxTokens : finish === "length",
    });
  },
};

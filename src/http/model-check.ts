import type { Models } from "../context.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { ModelUse } from "../model-providers.ts";

interface Answered {
  readonly works: true;
  readonly provider: string;
  readonly model: string;
  readonly dimensions?: number;
  /** Read and written together; undefined where the provider does not say. */
  readonly tokens?: number;
}

/** Whether a model answers, and with what. */
export type ModelCheck =
  | Answered
  | { readonly works: false; readonly code: string; readonly message: string; readonly next?: string };

/** Whoever checks a model can mend it, so the advice is not to ask somebody else. */
const advice = new Map<ErrorCode, string>([
  ["model_unreadable", "Set it again with its key, or put back the sealing key it was saved under."],
]);

// Enough for models that think before they answer.
const MAX_TOKENS = 512;

/** Asks for something tiny. A model that does not answer is a finding, not a failure: its settings can be mended. */
export async function checkModel(use: ModelUse, models: Models): Promise<ModelCheck> {
  try {
    return use === "embedding" ? await tryEmbedder(models) : await tryTextModel(models);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, message } = thrown;
    const next = advice.get(code) ?? thrown.details.next;
    return { works: false, code, message, ...(next === undefined ? {} : { next }) };
  }
}

async function tryEmbedder(models: Models): Promise<Answered> {
  const embedder = await models.embedder();
  const { dimensions, tokens } = await embedder.embed(["postern"], "query");
  const { provider, model } = embedder;
  return { works: true, provider, model, dimensions, ...(tokens === undefined ? {} : { tokens }) };
}

async function tryTextModel(models: Models): Promise<Answered> {
  const found = await models.textModel();
  if (found === undefined) {
    throw new AppError("model_missing", "There is no text model, neither of the tenant nor of the deployment.", {
      next: "Set one for the tenant, or TEXT_PROVIDER for the deployment.",
    });
  }
  const { provider, model } = found;
  const request = { system: "You answer with one word.", prompt: "Say ok.", maxTokens: MAX_TOKENS };
  const { inputTokens, outputTokens } = await found.write(request);
  return { works: true, provider, model, tokens: inputTokens + outputTokens };
}

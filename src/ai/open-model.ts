import { limits, type ModelSetup } from "../config.ts";
import { AppError } from "../errors.ts";
import { findProvider, type ModelUse, providersFor } from "../model-providers.ts";
import { checkModelUrl, modelUrlProblem } from "../tenants/model-url.ts";
import type { ModelAccess, Patience } from "./provider.ts";
import type { AiBinding } from "./providers/ai-binding.ts";

export interface ModelSurroundings {
  /** Whether plain http and private hosts are allowed, as they are when serving locally. */
  readonly allowLocal: boolean;
  readonly binding: AiBinding | undefined;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
}

const patience: Patience = {
  timeoutMs: limits.modelTimeoutMs,
  retries: 2,
  pauseMs: 250,
  longestPauseMs: limits.modelLongestPauseMs,
};

/** What asking the model takes; throws `model_missing` where a part of it is missing. */
export function openModel(use: ModelUse, setup: ModelSetup, surroundings: ModelSurroundings): ModelAccess {
  const facts = findProvider(setup.provider);
  const model = setup.model ?? facts?.[use]?.model;
  if (facts?.[use] === undefined || model === undefined) {
    throw missing(
      `The provider "${setup.provider}" has no models for ${names[use].what}.`,
      `The operator must set one of: ${providersFor(use).join(", ")}.`,
    );
  }
  if (setup.provider === "workers-ai" && surroundings.binding === undefined) {
    throw missing(
      "This deployment has no binding to Workers AI.",
      'The operator must add [ai] with binding = "AI" to wrangler.toml and deploy.',
    );
  }
  checkKey(use, setup, facts.needsKey);
  return {
    provider: setup.provider,
    model,
    url: readUrl(setup.url ?? facts.url, surroundings.allowLocal),
    key: setup.key,
    dimensions: setup.dimensions,
    binding: surroundings.binding,
    signal: surroundings.signal,
    patience: surroundings.patience ?? patience,
  };
}

const names = {
  embedding: { what: "embeddings", secret: "EMBEDDING_KEY" },
  text: { what: "text", secret: "TEXT_KEY" },
} as const;

function checkKey(use: ModelUse, { provider, key, url }: ModelSetup, isNeeded: boolean): void {
  if (key === undefined && isNeeded && url === undefined) {
    throw missing(
      `There is no key for the model provider "${provider}".`,
      `The operator must save one for this tenant (npm run postern -- model set), or set the secret ${names[use].secret}.`,
    );
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw missing(
      `The key for the model provider "${provider}" holds characters that no key has.`,
      "The operator must set it again.",
    );
  }
}

/** The operator has set it, so what is wrong with it is not the caller's doing. */
function readUrl(url: string | undefined, allowLocal: boolean): string {
  if (url === undefined) return "";
  const problem = modelUrlProblem(url, allowLocal);
  if (problem === undefined) return checkModelUrl(url, allowLocal);
  throw missing(`The model's url cannot be used: ${problem}.`, "The operator must set the url of the provider.");
}

function missing(message: string, next: string): AppError {
  return new AppError("model_missing", message, { next });
}

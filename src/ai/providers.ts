import type { ModelUse, ProviderName } from "../model-providers.ts";
import type { EmbeddingProvider, TextProvider } from "./provider.ts";
import { anthropic } from "./providers/anthropic.ts";
import { gemini } from "./providers/gemini.ts";
import { ollama } from "./providers/ollama.ts";
import { openai } from "./providers/openai.ts";
import { voyage } from "./providers/voyage.ts";
import { workersAi } from "./providers/workers-ai.ts";

interface Offered {
  readonly embedding: EmbeddingProvider;
  readonly text: TextProvider;
}

/** Who does what, by the names that settings use. */
const offers: { readonly [Use in ModelUse]: Readonly<Partial<Record<ProviderName, Offered[Use]>>> } = {
  embedding: { "workers-ai": workersAi, openai, voyage, ollama, gemini },
  text: { "workers-ai": workersAi, openai, ollama, gemini, anthropic },
};

/** Undefined for one that does not do it, and for `local`, which nobody needs to ask. */
export function findOffer<Use extends ModelUse>(use: Use, provider: string): Offered[Use] | undefined {
  const offered: Readonly<Record<string, Offered[Use]>> = offers[use];
  return Object.hasOwn(offered, provider) ? offered[provider] : undefined;
}

import type { EmbeddingPurpose } from "./embedder.ts";
import type { AiBinding } from "./providers/ai-binding.ts";
import type { TextRequest, WrittenText } from "./text-model.ts";

/** How long a provider may take, and how often a passing failure is met with another try. */
export interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
  /** The first pause between two tries; later ones are longer. */
  readonly pauseMs: number;
  /** The longest that a provider may ask us to wait; who asks for more is not asked again. */
  readonly longestPauseMs: number;
}

/** All it takes to ask one model. */
export interface ModelAccess {
  readonly provider: string;
  readonly model: string;
  /** Without a slash at its end; empty for a provider that is not asked over HTTP. */
  readonly url: string;
  readonly key: string | undefined;
  /** How many numbers a vector shall have, where somebody has said so. */
  readonly dimensions?: number | undefined;
  readonly binding?: AiBinding | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

export interface RawEmbeddings {
  /** As they came: nothing is known of them yet. */
  readonly vectors: unknown;
  readonly tokens?: unknown;
}

/** How a provider's embeddings are asked for, and how many texts it takes at once. */
export interface EmbeddingProvider {
  readonly batch: { readonly texts: number; readonly characters: number };
  embed(access: ModelAccess, texts: readonly string[], purpose: EmbeddingPurpose): Promise<RawEmbeddings>;
}

/** How a provider's text is asked for. */
export interface TextProvider {
  write(access: ModelAccess, request: TextRequest): Promise<WrittenText>;
}

/** The most that an answer with one vector for each text is read: longer ones than any model makes today fit. */
export const embeddingBytes = (texts: readonly string[]): number => (texts.length + 1) * 256 * 1024;

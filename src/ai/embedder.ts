/** Some models place questions and the texts that answer them differently. */
export type EmbeddingPurpose = "query" | "document";

export interface Embeddings {
  /** One for each text, in their order, all of `dimensions` finite numbers. */
  readonly vectors: readonly (readonly number[])[];
  readonly dimensions: number;
  /** What the provider says it counted; undefined where it does not say. */
  readonly tokens?: number;
}

/** Turns texts into vectors. */
export interface Embedder {
  readonly provider: string;
  readonly model: string;
  /** How many numbers its vectors have, where that is known before asking. */
  readonly dimensions?: number;
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Embeddings>;
}

/** Which embedder is asked for; what is left out is the tenant's or the deployment's choice. */
export interface EmbedderChoice {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
}

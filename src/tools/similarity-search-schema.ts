import { metrics } from "../sql/search/recall-plan.ts";
import type { Infer } from "./json-schema.ts";

export const searchInput = {
  type: "object",
  properties: {
    table_name: { type: "string", minLength: 1, description: "name or schema.name" },
    query_text: { type: "string", minLength: 1 },
    top_n: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "Rows" },
    chunk_size_tokens: { type: "integer", minimum: 10, maximum: 2000, default: 100 },
    lambda: { type: "number", minimum: 0, maximum: 1, default: 0.6, description: "0 diverse, 1 relevant" },
    max_output_tokens: { type: "integer", minimum: 10, maximum: 50_000, default: 1000 },
    distance_metric: { type: "string", enum: metrics, description: "Default: the index's, else cosine" },
    output_format: { type: "string", enum: ["full", "summary", "ids_only"], default: "full" },
    connection: { type: "string", description: "Alias of a connection" },
  },
  required: ["table_name", "query_text"],
  additionalProperties: false,
} as const;

export type SearchArguments = Infer<typeof searchInput>;

/** The arguments with their defaults. */
export interface SearchSettings {
  readonly topN: number;
  readonly chunkTokens: number;
  readonly lambda: number;
  readonly maxTokens: number;
  readonly format: "full" | "summary" | "ids_only";
}

export function settingsOf(args: SearchArguments): SearchSettings {
  const { properties } = searchInput;
  return {
    topN: args.top_n ?? properties.top_n.default,
    chunkTokens: args.chunk_size_tokens ?? properties.chunk_size_tokens.default,
    lambda: args.lambda ?? properties.lambda.default,
    maxTokens: args.max_output_tokens ?? properties.max_output_tokens.default,
    format: args.output_format ?? properties.output_format.default,
  };
}

const list = { type: "array" } as const;

export const searchOutput = {
  type: "object",
  properties: { hits: list, notes: list },
} as const;

import type { Embedder } from "../ai/embedder.ts";
import { isModelFailure } from "../ai/is-model-failure.ts";
import { AppError } from "../errors.ts";
import type { QueryVector } from "./plan-vectors.ts";
import type { VectorColumn } from "./vector-columns.ts";

export interface EmbeddedQuery {
  readonly vector?: QueryVector;
  /** Why there is none. */
  readonly problem?: AppError;
}

/** The query as a vector. A model that fails is told of, not thrown: words can be searched without it. */
export async function embedQuery(
  find: () => Promise<Embedder>,
  query: string,
  columns: readonly VectorColumn[],
): Promise<EmbeddedQuery> {
  try {
    const embedder = await find();
    const { provider, model, dimensions } = embedder;
    const misfit = misfitOf(embedder, dimensions, columns);
    if (misfit !== undefined) return { problem: misfit };
    const { vectors } = await embedder.embed([query], "query");
    const vector = vectors[0] ?? [];
    if (vector.every((number) => number === 0)) {
      return {
        problem: new AppError("model_answer_unusable", `${provider} ${model} finds nothing in the query to go by.`),
      };
    }
    const late = misfitOf(embedder, vector.length, columns);
    return late === undefined ? { vector: { vector, provider, model } } : { problem: late };
  } catch (error) {
    if (isModelFailure(error)) return { problem: error };
    throw error;
  }
}

/** When no column takes vectors of this length. */
function misfitOf(
  { provider, model }: Embedder,
  length: number | undefined,
  columns: readonly VectorColumn[],
): AppError | undefined {
  const fits = columns.some(({ dimensions }) => dimensions === 0 || dimensions === length);
  if (length === undefined || fits) return undefined;
  const needed = columns.map(({ name, dimensions }) => `${name} has ${String(dimensions)}`).join(", ");
  return new AppError(
    "model_missing",
    `The vectors of ${provider} ${model} have ${String(length)} dimensions, but ${needed}.`,
    { next: "Ask the operator to choose the embedding provider and model that the column was filled with." },
  );
}

import { unusable } from "./wire/failures.ts";

/** The vectors, if there is one for each text and all are finite and of one length, which is the expected one. */
export function checkVectors(
  provider: string,
  vectors: unknown,
  count: number,
  expected: number | undefined,
): readonly (readonly number[])[] {
  if (!Array.isArray(vectors)) throw unusable(provider, "answered in a form that is not known");
  if (vectors.length !== count)
    throw unusable(provider, `returned ${String(vectors.length)} vectors for ${String(count)} texts`);
  const checked = vectors.map((vector) => checkVector(provider, vector));
  const lengths = new Set(checked.map(({ length }) => length));
  if (lengths.size > 1) throw unusable(provider, "returned vectors of different lengths");
  const [length] = lengths;
  if (expected !== undefined && length !== undefined && length !== expected) {
    throw unusable(
      provider,
      `returned vectors of ${String(length)} dimensions where ${String(expected)} were expected`,
      "Ask for dimensions that the model has; the operator can set the model or its dimensions.",
    );
  }
  return checked;
}

function checkVector(provider: string, vector: unknown): readonly number[] {
  if (!Array.isArray(vector) || vector.length === 0)
    throw unusable(provider, "answered without a vector for each text");
  if (!vector.every((value) => typeof value === "number" && Number.isFinite(value)))
    throw unusable(provider, "returned a vector with something that is not a number");
  return vector;
}

import type { RequestContext } from "../context.ts";
import { AppError, describeError } from "../errors.ts";
import type { NewQuestion } from "../tenants/question-store.ts";
import { verify } from "./question-check.ts";
import { questionInput } from "./question-input.ts";

const AT_ONCE = 5;

export interface Sorted {
  readonly good: readonly NewQuestion[];
  /** What is wrong with the others, by their place in the list. */
  readonly failed: readonly Readonly<Record<string, unknown>>[];
}

/** Parts questions whose SQL runs from those whose SQL does not, a few at a time. */
export async function sortQuestions(context: RequestContext, bodies: readonly unknown[]): Promise<Sorted> {
  const good: NewQuestion[] = [];
  const failed: Readonly<Record<string, unknown>>[] = [];
  for (let start = 0; start < bodies.length; start += AT_ONCE) {
    const some = bodies.slice(start, start + AT_ONCE).map((body) => tryQuestion(context, body));
    for (const [offset, outcome] of (await Promise.all(some)).entries()) {
      if (outcome instanceof AppError) failed.push({ index: start + offset, ...describeError(outcome) });
      else good.push(outcome);
    }
  }
  return { good, failed };
}

async function tryQuestion(context: RequestContext, body: unknown): Promise<NewQuestion | AppError> {
  try {
    const pair = questionInput(body, context);
    await verify(context, pair);
    return pair;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
}

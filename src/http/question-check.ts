import type { RequestContext } from "../context.ts";
import { AppError, describeError } from "../errors.ts";
import type { NewQuestion } from "../tenants/question-store.ts";

export interface Verified {
  /** What the rows of the answer consist of. */
  readonly columns: readonly string[];
  readonly hasRows: boolean;
}

/** Whether the SQL of a saved question answers it today, or why not. */
export type QuestionCheck =
  | ({ readonly works: true } & Verified)
  | ({ readonly works: false } & Record<string, unknown>);

/** Passes the guard, is planned, and gives its first row if it has one; throws what a caller of the SQL would see. */
export async function verify(context: RequestContext, { connection, sql }: NewQuestion): Promise<Verified> {
  // One row is fetched to see whether there are more than none.
  const { columns, truncated } = await context.database(connection).query(sql, [], { maxRows: 0 });
  return { columns: columns.map(({ name }) => name), hasRows: truncated };
}

/** SQL that fails is a finding here, not a failure. */
export async function checkQuestion(context: RequestContext, question: NewQuestion): Promise<QuestionCheck> {
  try {
    return { works: true, ...(await verify(context, question)) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { works: false, ...describeError(thrown) };
  }
}

import { AppError } from "../../src/errors.ts";
import { guard, type GuardPolicy } from "../../src/sql/guard.ts";

export const strict: GuardPolicy = { allowCatalog: false, allowedFunctions: [] };
export const catalog: GuardPolicy = { ...strict, allowCatalog: true };

/** What a refused caller sees; undefined when the guard passes the text. */
export async function refusal(sql: string, policy: GuardPolicy = strict): Promise<AppError | undefined> {
  try {
    const statement = await guard(sql, policy);
    if (statement.text !== sql) throw new Error(`the guard changed the text to ${statement.text}`);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** "pass", or `rule node @position`. */
export async function verdict(sql: string, policy: GuardPolicy = strict): Promise<string> {
  const error = await refusal(sql, policy);
  if (error === undefined) return "pass";
  const { data, position, sqlstate } = error.details;
  const subject =
    error.code === "sql_syntax" ? `syntax ${sqlstate}` : `${String(data?.["rule"])} ${String(data?.["node"])}`;
  return position === undefined ? subject : `${subject} @${position}`;
}

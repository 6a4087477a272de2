import pg from "pg";
import type { PlannedCall } from "./test-plan.ts";

/** A tool that says nothing of isError has not failed. */
const CONTAINS = `SELECT (CASE WHEN $3 AND pg_catalog.jsonb_typeof($1::jsonb -> 'result') = 'object'
    THEN pg_catalog.jsonb_set($1, '{result,isError}', coalesce($1 #> '{result,isError}', 'false')) ELSE $1 END)
  OPERATOR(pg_catalog.@>) $2::jsonb AS contains`;

function isFailure(envelope: unknown): boolean {
  const { error, result } = (envelope ?? {}) as { error?: unknown; result?: { isError?: unknown } };
  return error !== undefined || result?.isError === true;
}

/** What the file expects of the answer and does not find in it; a call of which it expects nothing must succeed. */
export async function unmetExpectations(
  client: pg.Client,
  call: PlannedCall,
  envelope: string,
): Promise<readonly string[]> {
  if (call.expected.length === 0)
    return isFailure(JSON.parse(envelope)) ? ["the call failed, and the file expects nothing else of it"] : [];
  const unmet: string[] = [];
  for (const expected of call.expected) {
    const values = [envelope, expected, call.method === "tools/call"];
    const { rows } = await client.query<{ contains: boolean }>(CONTAINS, values);
    if (rows[0]?.contains !== true) unmet.push(`the answer does not contain ${expected}`);
  }
  return unmet;
}

/** What a gateway would be told when it commits. Leaves the transaction failed if so: the caller undoes it anyway. */
export async function commitProblems(client: pg.Client): Promise<readonly string[]> {
  try {
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return [`what it did cannot be committed: ${error.message} (${error.code ?? "no code"})`];
  }
}

import type { JsonValue } from "../db/row-set.ts";
import { ownSqlFile } from "../sql/own-file.ts";
import text from "./activity.sql";
import type { Read } from "./read.ts";

const statement = ownSqlFile(text);

interface Activity {
  readonly sessions: readonly JsonValue[];
  readonly total: number;
  /** Whether Postgres shows the role other roles' sessions in full. */
  readonly seesAll: boolean;
}

/** The newest sessions but our own. */
export async function readActivity(read: Read, limit: number): Promise<Activity> {
  const { rows } = await read(statement, [], limit);
  const [, total = 0, seesAll = true] = rows[0] ?? [];
  return { sessions: rows.map(([session]) => session ?? null), total: Number(total), seesAll: seesAll === true };
}

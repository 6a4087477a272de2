import type { JsonValue } from "../db/row-set.ts";
import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./settings.sql";

const statement = ownSqlFile(text);
const MAX_SETTINGS = 5_000;

/** The settings the role may see; what could be a secret, or lead to one, is masked. */
export async function readSettings(read: Read): Promise<readonly JsonValue[]> {
  const { rows } = await read(statement, [], MAX_SETTINGS);
  return rows.map(([setting]) => setting ?? null);
}

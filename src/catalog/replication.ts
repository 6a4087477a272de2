import type { JsonValue } from "../db/row-set.ts";
import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./replication.sql";

const statement = ownSqlFile(text);

interface Replication {
  readonly replicas: readonly JsonValue[];
  readonly isStandby: boolean;
  /** Whether Postgres shows the role more of each replica than its process and user. */
  readonly seesAll: boolean;
}

export async function readReplication(read: Read): Promise<Replication> {
  const { rows } = await read(statement, [], 1);
  const [replicas, isStandby, seesAll] = rows[0] ?? [];
  return {
    replicas: Array.isArray(replicas) ? (replicas as readonly JsonValue[]) : [],
    isStandby: isStandby === true,
    seesAll: seesAll === true,
  };
}

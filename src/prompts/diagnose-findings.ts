import type { RelationFacts } from "../catalog/overview-facts.ts";
import { ago, count, counted } from "./amounts.ts";
import type { Draft } from "./compose-prompt.ts";
import { type Detail, describeRelation } from "./describe-relation.ts";

/** Below this many rows a sequential scan is as good as any index. */
const SMALL = 1000;
/** By then autovacuum should have come by. */
const OVERDUE_SECONDS = 600;

export interface Finding {
  readonly text: string;
  /** What the user can run against it. */
  readonly remedy?: Draft;
}

/** A relation's lines for a diagnosis: with statistics and indexes, which EXPLAIN does not show. */
export function describeForDiagnosis(relation: RelationFacts, detail: Detail): readonly string[] {
  const described = describeRelation(relation, detail);
  if (detail === "names" || relation.seqScans === null) return described;
  return [...described, `  ${statisticsOf(relation)}`, ...relation.indexes.map((index) => `  ${indexLine(index)}`)];
}

function statisticsOf({ analyzedSecondsAgo, modified, dead, seqScans, seqRows }: RelationFacts): string {
  const analysed = analyzedSecondsAgo === null ? "never analysed" : `analysed ${ago(analyzedSecondsAgo)}`;
  return `${analysed}, ${counted(modified ?? 0, "row")} changed since, ${count(dead ?? 0)} dead; ${counted(seqScans ?? 0, "sequential scan")} read ${counted(seqRows ?? 0, "row")}`;
}

function indexLine({ name, definition, valid, scans }: RelationFacts["indexes"][number]): string {
  const use = scans === null ? "" : `; ${counted(scans, "scan")}`;
  return `${definition ?? name}${use}${valid ? "" : "; INVALID, never used"}`;
}

/** What in the catalogue alone is likely to make queries slow or their rows surprising. */
export function findingsOf(relation: RelationFacts): readonly Finding[] {
  return [
    ...lock(relation),
    ...staleStatistics(relation),
    ...deadRows(relation),
    ...uncoveredReferences(relation),
    ...traits(relation),
  ];
}

function lock({ name, locked }: RelationFacts): readonly Finding[] {
  if (!locked) return [];
  const regclass = `'${name.replaceAll("'", "''")}'::regclass`;
  const remedy = {
    purpose: `Who holds locks on ${name}; only reads, but Postern may not`,
    sql: `SELECT a.pid, l.mode, l.granted, a.state, a.xact_start, left(a.query, 200) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.relation = ${regclass};`,
  };
  return [{ text: `${name} is locked against readers right now: every query on it waits`, remedy }];
}

function staleStatistics({ name, kind, rows, modified, analyzedSecondsAgo }: RelationFacts): readonly Finding[] {
  if (kind !== "table") return [];
  const remedy = { purpose: `New statistics for ${name}`, sql: `ANALYZE ${name};` };
  if (analyzedSecondsAgo === null && rows === null) {
    return [{ text: `${name} was never analysed: the planner guesses its size and values`, remedy }];
  }
  if ((modified ?? 0) < SMALL || (modified ?? 0) < (rows ?? 0) / 10) return [];
  if ((analyzedSecondsAgo ?? OVERDUE_SECONDS) < OVERDUE_SECONDS) return [];
  return [{ text: `${name}: ${count(modified ?? 0)} rows changed since its statistics were taken`, remedy }];
}

function deadRows({ name, rows, dead }: RelationFacts): readonly Finding[] {
  if ((dead ?? 0) < SMALL || (dead ?? 0) < (rows ?? 0) / 5) return [];
  const remedy = { purpose: `Dead rows of ${name}`, sql: `VACUUM (ANALYZE) ${name};` };
  return [{ text: `${name} holds ${count(dead ?? 0)} dead rows: a long transaction or a lagging autovacuum`, remedy }];
}

function uncoveredReferences({ name, rows, partitions, foreignKeys }: RelationFacts): readonly Finding[] {
  return foreignKeys
    .filter(({ index }) => index === null)
    .map(({ columns, target }) => {
      const list = columns.join(", ");
      const text = `no index of ${name} begins with (${list}): joins from ${target}, and deletes there, scan it`;
      if ((rows ?? 0) < SMALL) return { text: `${text}; at this size that costs little` };
      // CONCURRENTLY is not to be had on a partitioned table.
      const remedy =
        partitions === null
          ? {
              purpose: `Index for (${list}) of ${name}, outside a transaction`,
              sql: `CREATE INDEX CONCURRENTLY ON ${name} (${list});`,
            }
          : {
              purpose: `Index for (${list}) of ${name}; blocks writes while it is built`,
              sql: `CREATE INDEX ON ${name} (${list});`,
            };
      return { text, remedy };
    });
}

function traits({
  name,
  indexes,
  partitionKey,
  partitions,
  rowSecurity,
  key,
  kind,
}: RelationFacts): readonly Finding[] {
  const invalid = indexes.filter(({ valid }) => !valid).map((index) => index.name);
  return [
    ...(invalid.length > 0
      ? [{ text: `invalid indexes of ${name}, which only cost writes: ${invalid.join(", ")}` }]
      : []),
    ...(partitionKey === null
      ? []
      : [
          { text: `${name}: without a condition on ${partitionKey} all ${count(partitions ?? 0)} partitions are read` },
        ]),
    ...(rowSecurity ? [{ text: `${name} has row security: other roles and tenants see other rows` }] : []),
    ...(key === null && kind === "table"
      ? [{ text: `${name} has no primary key: nothing prevents duplicate rows` }]
      : []),
  ];
}

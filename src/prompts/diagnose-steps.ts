import type { TenantPolicy } from "../tenants/records.ts";
import { count } from "./amounts.ts";

interface Known {
  /** Whether no table can be seen at all. */
  readonly nothing: boolean;
  readonly issue: string | undefined;
  readonly query: string | undefined;
  readonly queries: string | undefined;
  readonly changes: string | undefined;
  readonly policy: TenantPolicy;
}

/** What to do, for what is known: a query, a description, both or neither. */
export function diagnoseSteps({ nothing, issue, query, queries, changes, policy }: Known): readonly string[] {
  const seconds = (ms: number): string => `${String(ms / 1000)} s`;
  return [
    ...(nothing
      ? [
          "Postern's role sees no table here. Begin with that: a missing grant or a wrong database explains most errors.",
        ]
      : []),
    issue === undefined && query === undefined
      ? "Ask me for the query and for what is wrong with it. If I have no particular one, ask me to run SELECT calls, mean_exec_time, total_exec_time, query FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 10 (Postern may not read it), and look at the findings meanwhile."
      : "Say which kind of trouble it is: an error, a refusal by Postern, wrong or missing rows, or slowness. Follow that step below and leave the others.",
    "Error: 42P01 and 42703 are names, so compare them with the block; a name without quotes is folded to lower case. 42883 and 42804 are types: cast the value, not the column. 57014 is slowness.",
    "Refusal: the answer names the rule and what to write instead. Rewrite the query; a write is for me to run.",
    "Wrong, missing or repeated rows: count without conditions, then add joins and conditions one at a time with count(*), and stop where the number goes wrong. Suspect a join that repeats rows (count(*) against count(DISTINCT key)), an inner join on an optional reference, NULL in NOT IN or <>, days cut in another time zone, letter case and padding, row security.",
    `Slowness: call query with EXPLAIN (VERBOSE, SETTINGS) in front of my SQL, and values for its $1 in params. Look for a sequential scan of many rows whose filter keeps few; a nested loop with many outer rows; an index unused because its column stands inside a function, a cast or LIKE '%...'; all partitions read for want of a condition on the partition key; OFFSET or DISTINCT over what is then thrown away.${queries === undefined ? "" : ` Run ${queries} too: where the planner's number is off tenfold, its plan is a guess.`} EXPLAIN ANALYZE runs the query, so Postern refuses it: if the plan alone decides nothing, ask me for EXPLAIN (ANALYZE, BUFFERS).`,
    `Limits here: a statement is stopped after ${seconds(policy.statementTimeoutMs)}, a wait for a lock after ${seconds(policy.lockTimeoutMs)}, an answer has at most ${count(policy.maxRows)} rows. A lock wait or a cut answer is not a slow query.`,
    "For tables that the plan shows and the block does not, call get_schema_info with schema_name and table_name.",
    `Stop when one cause explains the symptom and a query or a plan shows it. Give me: the cause, the evidence, the corrected query as you ran it${changes === undefined ? "" : `, those of ${changes} that the cause calls for (an index costs every write, so none without need)`}, and how I can tell that it helped: which line of EXPLAIN must change. If after two attempts nothing fits, say so and name what you would need.`,
  ];
}

import type { ServerFacts } from "../catalog/overview-facts.ts";

/** The first is meant when none is given. */
export const USE_CASES = ["general", "oltp", "olap", "hybrid"] as const;

type UseCase = (typeof USE_CASES)[number];

const GUIDANCE: Readonly<Record<UseCase, string>> = {
  general:
    "Third normal form first; leave it only for a query that you can name. An index for every reference, and for every condition that a named question has; none on a guess.",
  oltp: "Many small transactions: third normal form, short rows, the fewest indexes that the named lookups need. Every statement should find its rows by a key. Say which rows several sessions will update at once, and how they avoid waiting for one another.",
  olap: "Large reads: facts at the finest grain with narrow keys, dimensions around them, changes of a dimension kept by validity. Partition facts by the time that questions filter on, BRIN on it, few other indexes. Materialised views for what is asked often; say who refreshes them, and when.",
  hybrid:
    "Transactions and reports together: normalised tables for writing, and materialised views or summary tables for reading, each with its refresh and the staleness it allows. No report may hold a lock, or a long snapshot, that the writers feel.",
};

interface Known {
  readonly useCase: UseCase;
  readonly full: boolean;
  readonly queries: string | undefined;
  /** How many tables the requirements name. */
  readonly related: number;
  readonly server: ServerFacts;
}

export function designSteps({ useCase, full, queries, related, server }: Known): readonly string[] {
  return [
    "Write down what one row of each new table is, how many rows a year and how long they are kept, and the five questions that matter most. Where my requirements leave a choice that changes the tables, ask before you design; assume the rest and list the assumptions.",
    ...(server.relations === 0
      ? [
          server.unreadable
            ? "The role may read no existing table, so names may clash with tables that Postern cannot see: ask me for the list."
            : "The database is empty: choose the conventions, and say which.",
        ]
      : [
          `Reuse before you add: ${related > 0 ? "begin with the tables named in the requirements, and " : ""}extend a table where one row means the same. Check each new name with get_schema_info (schema_name, table_name): it must not exist yet. Follow the conventions in the block even where you would have chosen otherwise, and say where you do not.`,
          ...(queries === undefined
            ? []
            : [
                `Run ${queries} with query: present volume, span and fan-out are the best estimate of the new tables'.`,
              ]),
        ]),
    GUIDANCE[useCase],
    "Let constraints say what must hold: NOT NULL unless absence means something, CHECK for ranges, UNIQUE for natural keys, references with a chosen ON DELETE. timestamptz for moments, numeric for money, text with a CHECK before varchar(n), jsonb only for what has no fixed shape. A status that grows is a table, one that never does an enum.",
    ...(full
      ? [
          "In full: row security with policies on current_setting('auth.tenant_id', true), which Postern sets in every transaction; roles and grants, the reading role among them; history where a change must be explained; partitioning with the statement that makes the next partition; an order of migration in which each step can run while the application works, with its undo.",
        ]
      : [
          "Leave out history, partitioning, row security and roles unless a requirement asks for them; name the one that will be wanted first.",
        ]),
    "Test it before you show it: write the SQL for each of the five questions against the new tables, and name the index that serves it. What touches only existing tables, run with query or EXPLAIN. A question that needs more than four joins, or finds no index, sends you back to the design.",
    "Give me: the assumptions; the DDL in one script that runs in one transaction where Postgres allows it, in the manner of U1, with a comment on every table and on every column whose name does not tell all; the five queries; what you decided against, and why. I run it; Postern cannot, so never say that it was applied. Stop there: no sample data, no application code.",
  ];
}

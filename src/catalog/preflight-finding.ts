export interface PreflightFinding {
  /** `danger` can change data, escape row security or reach outside the database; `warning` is worth knowing. */
  readonly level: "danger" | "warning";
  /** Short symbol: superuser, bypass_rls, create_role, ... */
  readonly power: string;
  /** What the role could do, in words, with counts and up to three example names. */
  readonly what: string;
  /** SQL or advice that takes the power away. */
  readonly fix: string;
}

/** What the statement tells of one power; an attribute of the role has only fixes. */
export interface PowerFacts {
  /** How many objects it reaches, and the first of them. */
  readonly total?: number;
  readonly names?: readonly string[];
  readonly privileges?: readonly string[] | null;
  /** Owned tables whose row security does not bind their owner. */
  readonly unforced?: number;
  /** Who else holds it for the role: PUBLIC, or roles it is a member of. */
  readonly through?: readonly string[] | null;
  /** The first statements that take it away, and how many there are. */
  readonly fixes?: readonly string[] | null;
  readonly fixTotal?: number;
}

/** As many large objects as the statement counts. */
const MAX_COUNTED = 1000;

/** `12 tables (through PUBLIC): a, b, c and 9 more` */
export function listOf(facts: PowerFacts, one: string, many: string): string {
  const { total = 0, names = [] } = facts;
  const rest = total - names.length;
  const count = many === "large objects" && total >= MAX_COUNTED ? `at least ${String(total)}` : String(total);
  return `${count} ${total === 1 ? one : many}${throughOf(facts)}: ${names.join(", ")}${rest > 0 ? ` and ${String(rest)} more` : ""}`;
}

export function throughOf({ through }: PowerFacts): string {
  return through === undefined || through === null ? "" : ` (through ${through.join(", ")})`;
}

/** The statements, behind the advice if there is any; in words where they would be too long. */
export function fixOf(facts: PowerFacts, advice?: string): string {
  const { fixTotal = 0, privileges, through } = facts;
  const fixes = facts.fixes ?? [
    `Revoke ${(privileges ?? []).join(", ")} on each of them from ${(through ?? ["the role"]).join(", ")}.`,
  ];
  const rest = fixTotal - fixes.length;
  const others = rest > 0 ? [`And ${String(rest)} more like ${fixes.length === 1 ? "this" : "these"}.`] : [];
  return [...(advice === undefined ? [] : [advice]), ...fixes, ...others].join(" ");
}

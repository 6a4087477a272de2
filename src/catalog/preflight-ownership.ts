import { fixOf, listOf, type PowerFacts, type PreflightFinding } from "./preflight-finding.ts";

const kinds = [
  ["own_tables", "table", "tables or views"],
  ["own_schemas", "schema", "schemas"],
  ["own_sequences", "sequence", "sequences"],
  ["own_routines", "function", "functions"],
  ["own_large_objects", "large object", "large objects"],
] as const;

/** One finding for all that the role, or a role it is a member of, owns in the database. */
export function describeOwnership(powers: ReadonlyMap<string, PowerFacts>): readonly PreflightFinding[] {
  const owned = kinds.flatMap(([kind, one, many]) => {
    const facts = powers.get(kind);
    return facts === undefined ? [] : [{ facts, text: listOf(facts, one, many) }];
  });
  if (owned.length === 0) return [];
  const unforced = powers.get("own_tables")?.unforced ?? 0;
  const rowSecurity =
    unforced === 0 ? "" : ` Row security does not bind it on ${String(unforced)} of its tables (no FORCE).`;
  const fixes = [...new Set(owned.flatMap(({ facts }) => facts.fixes ?? []))];
  const what = `Owns, and so could change, drop or give away ${owned.map(({ text }) => text).join("; ")}.${rowSecurity}`;
  return [{ level: "danger", power: "owner", what, fix: fixOf({ fixes, fixTotal: fixes.length }, advice) }];
}

const advice = "Connect as a role that owns nothing, or give up what it owns:";

import type { ColumnFacts, RelationFacts } from "../catalog/overview-facts.ts";
import { shortType } from "../catalog/short-type.ts";
import type { Draft } from "./compose-prompt.ts";
import type { Facts } from "./read-facts.ts";

/** A table in the manner of the existing ones, joined to the one that matters most for the requirements. */
export function tablePattern({ relations, server }: Facts): Draft {
  const anchor = relations.find((relation) => relation.kind === "table" && singleKey(relation) !== undefined);
  const key = anchor === undefined ? undefined : singleKey(anchor);
  const table = `${anchor?.schema ?? "public"}.new_table`;
  const reference =
    anchor === undefined || key === undefined
      ? []
      : [`  parent_id ${shortType(key.type)} NOT NULL REFERENCES ${anchor.name} (${key.name}),`];
  return {
    purpose: "Pattern of a new table; new_table and parent_id stand for the names to choose",
    sql: [
      `CREATE TABLE ${table} (`,
      `  ${keyDefinition(key)},`,
      ...reference,
      "  created_at timestamptz NOT NULL DEFAULT now()",
      ");",
      ...(reference.length === 0 ? [] : [`CREATE INDEX ON ${table} (parent_id);`]),
      `COMMENT ON TABLE ${table} IS 'What one row is';`,
      `GRANT SELECT ON ${table} TO ${server.role};`,
    ].join("\n"),
  };
}

function singleKey({ key, columns }: RelationFacts): ColumnFacts | undefined {
  return key?.length === 1 ? columns.find(({ name }) => name === key[0]) : undefined;
}

/** The anchor's own kind of key; wide enough integers, and values that Postgres makes. */
function keyDefinition(key: ColumnFacts | undefined): string {
  if (key === undefined) return "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  if (key.kind === "uuid") return `${key.name} uuid DEFAULT gen_random_uuid() PRIMARY KEY`;
  if (["int2", "int4", "int8"].includes(key.kind)) return `${key.name} bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY`;
  return `${key.name} ${shortType(key.type)} PRIMARY KEY`;
}

import type { RowSet } from "../db/row-set.ts";
import type { RelationName } from "../db/statement.ts";
import { ownStatement } from "../sql/own-statement.ts";
import type { Read } from "./read.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";
import { textCell } from "./text-cell.ts";

const MAX_NAMES = 5_000;

const relations = ownStatement`
SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND left(n.nspname, 3) <> 'pg_' AND n.nspname <> 'information_schema'
  AND ($1::text[] IS NULL OR n.nspname = ANY ($1::text[]))
  AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY 1`;

const columns = ownStatement`
SELECT DISTINCT quote_ident(a.attname)
FROM unnest($1::text[], $2::text[]) AS named(schema_name, relation_name)
JOIN pg_class c ON c.relname = named.relation_name
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid
WHERE a.attnum > 0 AND NOT a.attisdropped
  AND (named.schema_name = '' OR n.nspname = named.schema_name)
  AND ($3::text[] IS NULL OR n.nspname = ANY ($3::text[]))
  AND NOT (c.relname = ANY ($4::text[]) OR n.nspname || '.' || c.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))
  AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY 1`;

/** Tables and views the role may read and the policy shows, with their schemas. */
export async function relationNames(read: Read, policy: VisibleSchemas): Promise<readonly string[]> {
  return names(await read(relations, [policy.allowedSchemas ?? null, policy.deniedRelations], MAX_NAMES));
}

/** Columns of these relations that the role may read and the policy shows. */
export async function columnNames(
  read: Read,
  of: readonly RelationName[],
  policy: VisibleSchemas,
): Promise<readonly string[]> {
  const parameters = [
    of.map((relation) => relation.schema ?? ""),
    of.map((relation) => relation.name),
    policy.allowedSchemas ?? null,
    policy.deniedRelations,
  ];
  return names(await read(columns, parameters, MAX_NAMES));
}

const names = ({ rows }: RowSet): readonly string[] => rows.map(([name]) => textCell(name));

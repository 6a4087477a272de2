-- Names that begin with what was typed, then those that contain it. No pattern is built from it, so % and _ are letters.
-- $1 allowed schemas or NULL, $2 hidden relations as name, schema.name or schema.*, $3 schema, table or column,
-- $4 only in this schema or NULL, $5 columns of this table, as somebody wrote it, $6 what was typed, $7 how many names
WITH relations AS (
  SELECT c.oid, n.nspname, c.relname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND NOT starts_with(n.nspname, 'pg_') AND n.nspname <> 'information_schema'
    AND ($1::text[] IS NULL OR n.nspname = ANY ($1)) AND ($4::text IS NULL OR n.nspname = $4)
    AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
), names (value, plain, last) AS (
  SELECT DISTINCT nspname::text, nspname::text, nspname::text FROM relations WHERE $3::text = 'schema'
  UNION ALL
  SELECT CASE WHEN $4 IS NULL THEN format('%I.%I', nspname, relname) ELSE relname END,
         CASE WHEN $4 IS NULL THEN nspname || '.' || relname ELSE relname END, relname
  FROM relations WHERE $3 = 'table'
  UNION ALL
  SELECT DISTINCT a.attname::text, a.attname::text, a.attname::text
  FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE $3 = 'column' AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
    AND lower($5::text) IN (lower(r.relname), lower(quote_ident(r.relname)), lower(r.nspname || '.' || r.relname),
      lower(format('%I.%I', r.nspname, r.relname)))
), matching AS (
  SELECT value, starts_with(lower(value), lower($6::text)) OR starts_with(lower(plain), lower($6))
      OR starts_with(lower(last), lower($6)) AS begins
  FROM names
  WHERE strpos(lower(value), lower($6)) > 0 OR strpos(lower(plain), lower($6)) > 0
)
SELECT value FROM matching ORDER BY begins DESC, lower(value) COLLATE "C", value COLLATE "C" LIMIT $7::int

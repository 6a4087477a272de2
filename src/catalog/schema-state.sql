-- What the role sees of the schema, as one value to compare: changes with every DDL, not with VACUUM or ANALYZE.
WITH visible AS (
  SELECT c.oid, c.xmin, c.relname, c.relnamespace FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
    AND ($1::text[] IS NULL OR n.nspname = ANY ($1))
    AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
)
SELECT concat_ws(' ',
  (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin, relname, relnamespace), 0)) FROM visible),
  (SELECT sum(hashtextextended(concat_ws(' ', a.attrelid, a.attnum, a.xmin), 1))
   FROM pg_attribute a JOIN visible v ON v.oid = a.attrelid WHERE a.attnum > 0),
  (SELECT sum(hashtextextended(concat_ws(' ', i.indexrelid, i.xmin), 2)) FROM pg_index i JOIN visible v ON v.oid = i.indrelid),
  (SELECT sum(hashtextextended(concat_ws(' ', k.oid, k.xmin), 3)) FROM pg_constraint k JOIN visible v ON v.oid = k.conrelid),
  (SELECT sum(hashtextextended(concat_ws(' ', d.objoid, d.objsubid, d.xmin), 4))
   FROM pg_description d JOIN visible v ON v.oid = d.objoid AND d.classoid = 'pg_class'::regclass))

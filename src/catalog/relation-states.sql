-- The same for each table and view, to tell which of them changed.
SELECT n.nspname, c.relname, concat_ws(' ', c.oid, c.xmin,
  (SELECT sum(hashtextextended(concat_ws(' ', a.attnum, a.xmin), 1)) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0),
  (SELECT sum(hashtextextended(concat_ws(' ', i.indexrelid, i.xmin), 2)) FROM pg_index i WHERE i.indrelid = c.oid),
  (SELECT sum(hashtextextended(concat_ws(' ', k.oid, k.xmin), 3)) FROM pg_constraint k WHERE k.conrelid = c.oid),
  (SELECT sum(hashtextextended(concat_ws(' ', d.objsubid, d.xmin), 4))
   FROM pg_description d WHERE d.objoid = c.oid AND d.classoid = 'pg_class'::regclass))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
  AND ($1::text[] IS NULL OR n.nspname = ANY ($1))
  AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY 1, 2

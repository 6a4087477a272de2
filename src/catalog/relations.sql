-- Names of the tables and views the role may read, with the beginning of their comments; partitions stay with their
-- parent. $1 schema or NULL, $2 allowed schemas or NULL, $3 hidden relations as name, schema.name or schema.*,
-- $4 characters of a comment
SELECT n.nspname, c.relname,
       CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END,
       left(d.description, $4::int) || CASE WHEN length(d.description) > $4 THEN '…' ELSE '' END
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
  AND ($1::text IS NULL OR n.nspname = $1)
  AND ($2::text[] IS NULL OR n.nspname = ANY ($2))
  AND NOT (c.relname = ANY ($3::text[]) OR n.nspname || '.' || c.relname = ANY ($3) OR n.nspname || '.*' = ANY ($3))
  AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname, c.relname

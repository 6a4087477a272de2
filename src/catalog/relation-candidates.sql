-- Relations that a text may be about: those with most of its words first, then those that most others refer to; and
-- which table refers to which, so that the tables between two of them can be found.
-- $1 allowed schemas or NULL, $2 hidden relations as name, schema.name or schema.*, $3 a LIKE pattern for each word,
-- $4 how many relations, $5 how many references
WITH readable AS MATERIALIZED (
  SELECT c.oid, n.nspname, c.relname, c.reltuples, has_table_privilege(c.oid, 'SELECT') AS is_whole
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND NOT starts_with(n.nspname, 'pg_') AND n.nspname <> 'information_schema'
    AND ($1::text[] IS NULL OR n.nspname = ANY ($1))
    AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
), links AS MATERIALIZED (
  -- A key to a partitioned table is kept once more for each of its partitions.
  SELECT DISTINCT f.conrelid AS referrer, f.confrelid AS target
  FROM pg_constraint f JOIN readable r ON r.oid = f.conrelid JOIN readable t ON t.oid = f.confrelid
  WHERE f.contype = 'f' AND f.conparentid = 0 AND f.conrelid <> f.confrelid
), referrers AS (
  SELECT target AS oid, count(*) AS number FROM links GROUP BY target
), worded AS MATERIALIZED (
  SELECT r.*, left(d.description, 300) AS comment, w.words
  FROM readable r
  LEFT JOIN pg_description d ON d.objoid = r.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
  LEFT JOIN LATERAL (
    SELECT left(string_agg(concat_ws(' ', a.attname, left(c.description, 120),
      -- No type of the catalogue's own is an enum.
      CASE WHEN a.atttypid >= 16384 THEN (SELECT left(string_agg(e.enumlabel, ' ' ORDER BY e.enumsortorder), 200)
        FROM pg_enum e WHERE e.enumtypid = a.atttypid) END), ' ' ORDER BY a.attnum), 4000) AS words
    FROM pg_attribute a
    LEFT JOIN pg_description c ON c.objoid = a.attrelid AND c.classoid = 'pg_class'::regclass AND c.objsubid = a.attnum
    WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND (r.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))) w ON true
), ranked AS MATERIALIZED (
  SELECT w.*, m.matches, row_number() OVER (ORDER BY m.matches DESC, coalesce(f.number, 0) DESC, w.reltuples DESC,
           w.nspname, w.relname) AS position
  FROM worded w LEFT JOIN referrers f ON f.oid = w.oid,
  LATERAL (
    -- A word of the table's name tells more than one of a column or a comment.
    SELECT coalesce(sum(CASE WHEN lower(w.relname) LIKE p THEN 3 WHEN t.whole LIKE p THEN 1 ELSE 0 END), 0) AS matches
    FROM (SELECT lower(concat_ws(' ', w.comment, w.words)) AS whole OFFSET 0) t, unnest($3::text[]) AS p) m
)
SELECT 0 AS position, json_build_object(
  'version', split_part(current_setting('server_version'), ' ', 1),
  'total', (SELECT count(*) FROM readable),
  'links', (SELECT coalesce(json_agg(json_build_array(l.referrer::int8, l.target::int8)), '[]')
    FROM (SELECT l.* FROM links l LEFT JOIN ranked r ON r.oid = l.referrer LEFT JOIN ranked t ON t.oid = l.target
      ORDER BY least(r.position, t.position), l.referrer, l.target LIMIT $5::int) l)) AS document
UNION ALL
SELECT r.position::int, json_build_object('oid', r.oid::int8, 'schema', r.nspname, 'name', r.relname,
  'comment', coalesce(r.comment, ''), 'words', coalesce(r.words, ''))
FROM ranked r WHERE r.position <= $4::int
ORDER BY position

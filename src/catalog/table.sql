-- All about one table or view the role may read, as one JSON document; no row when there is none.
-- $1 schema, $2 table, $3 allowed schemas or NULL, $4 hidden relations as name, schema.name or schema.*,
-- $5 characters of one text, $6 how many common values of a column, $7 how many partitions to name
-- Sizes are those of the last VACUUM or ANALYZE: to measure them now would touch every file of every partition.
WITH RECURSIVE target AS MATERIALIZED (
  SELECT c.*, n.nspname, has_table_privilege(c.oid, 'SELECT') AS is_whole
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1::text AND c.relname = $2::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
    AND ($3::text[] IS NULL OR n.nspname = ANY ($3))
    AND NOT (c.relname = ANY ($4::text[]) OR n.nspname || '.' || c.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
), attributes AS MATERIALIZED (
  SELECT a.* FROM target t JOIN pg_attribute a ON a.attrelid = t.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
), parts AS (
  SELECT t.oid, t.relkind, t.reltuples, t.relpages, t.reltoastrelid FROM target t
  UNION ALL
  SELECT c.oid, c.relkind, c.reltuples, c.relpages, c.reltoastrelid
  FROM parts p JOIN pg_inherits i ON i.inhparent = p.oid JOIN pg_class c ON c.oid = i.inhrelid
  WHERE p.relkind = 'p'
), stored AS MATERIALIZED (
  SELECT count(*) AS relations, sum(p.reltuples) FILTER (WHERE p.reltuples >= 0) AS tuples,
         sum(p.relpages::int8 + coalesce((
           SELECT sum(c.relpages)
           FROM (SELECT p.reltoastrelid AS oid
                 UNION ALL SELECT i.indexrelid FROM pg_index i WHERE i.indrelid IN (p.oid, p.reltoastrelid)) o
           JOIN pg_class c ON c.oid = o.oid), 0)) AS pages
  FROM parts p WHERE p.relkind IN ('r', 'm', 'f')
), stats AS MATERIALIZED (
  -- This view shows only what the role may read, and nothing of a table whose rows a policy filters for it.
  SELECT DISTINCT ON (s.attname) s.attname, s.null_frac, s.n_distinct, s.most_common_freqs,
         s.most_common_vals::text::text[] AS most_common_vals
  FROM pg_stats s WHERE s.schemaname = $1 AND s.tablename = $2
  ORDER BY s.attname, s.inherited DESC
), links AS MATERIALIZED (
  -- Foreign keys in both directions.
  SELECT f.conrelid, f.confrelid, f.conname, f.confdeltype, f.confupdtype,
         fn.nspname AS from_schema, fc.relname AS from_table, tn.nspname AS to_schema, tc.relname AS to_table,
         (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS from_columns,
         (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS to_columns
  FROM target t
  JOIN pg_constraint f ON f.contype = 'f' AND (f.conrelid = t.oid OR f.confrelid = t.oid)
  JOIN pg_class fc ON fc.oid = f.conrelid JOIN pg_namespace fn ON fn.oid = fc.relnamespace
  JOIN pg_class tc ON tc.oid = f.confrelid JOIN pg_namespace tn ON tn.oid = tc.relnamespace
  -- A key is kept once more for each partition on either side; a partition's own is shown with it.
  WHERE NOT EXISTS (
      SELECT FROM pg_constraint p
      WHERE p.oid = f.conparentid AND (p.conrelid = f.conrelid OR (p.confrelid = f.confrelid AND f.conrelid <> t.oid)))
    AND ($3 IS NULL OR (fn.nspname = ANY ($3) AND tn.nspname = ANY ($3)))
    AND NOT (fc.relname = ANY ($4) OR fn.nspname || '.' || fc.relname = ANY ($4) OR fn.nspname || '.*' = ANY ($4))
    AND NOT (tc.relname = ANY ($4) OR tn.nspname || '.' || tc.relname = ANY ($4) OR tn.nspname || '.*' = ANY ($4))
    AND (t.is_whole OR f.conrelid <> t.oid OR f.conkey <@ (SELECT array_agg(attnum) FROM attributes))
    AND (t.is_whole OR f.confrelid <> t.oid OR f.confkey <@ (SELECT array_agg(attnum) FROM attributes))
), indexes AS MATERIALIZED (
  -- Those that speak of no column the role may not read.
  SELECT i.*, c.relname, CASE WHEN i.indexprs IS NULL THEN (
           SELECT json_agg(a.attname ORDER BY k.place)
           FROM unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) WITH ORDINALITY AS k (attnum, place)
           JOIN attributes a ON a.attnum = k.attnum) END AS columns
  FROM target t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
  WHERE t.is_whole
    OR (i.indexprs IS NULL AND i.indpred IS NULL AND i.indkey::int2[] <@ (SELECT array_agg(attnum) FROM attributes))
), columns AS (
  SELECT json_agg(json_strip_nulls(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'nullable', NOT (a.attnotnull OR t.typnotnull),
    'default', CASE a.attgenerated WHEN '' THEN left(pg_get_expr(d.adbin, 0), $5::int) END,
    'identity', CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END,
    'generated', CASE WHEN a.attgenerated <> '' THEN left(pg_get_expr(d.adbin, d.adrelid), $5)
      || CASE a.attgenerated WHEN 's' THEN ' STORED' ELSE ' VIRTUAL' END END,
    'comment', left(m.description, $5) || CASE WHEN length(m.description) > $5 THEN '…' ELSE '' END,
    'enumValues', (
      SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e
      WHERE e.enumtypid = coalesce(nullif(t.typelem, 0), nullif(t.typbasetype, 0), t.oid)),
    'statistics', CASE WHEN s.attname IS NOT NULL THEN json_build_object(
      'nullFraction', round(s.null_frac::numeric, 4)::float8,
      'distinctEstimate', round(CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * (SELECT tuples FROM stored) ELSE s.n_distinct END)::int8,
      'mostCommonValues', (
        SELECT json_agg(json_build_object(
          'value', left(v.value, 80) || CASE WHEN length(v.value) > 80 THEN '…' ELSE '' END,
          'frequency', round(v.frequency::numeric, 4)::float8) ORDER BY v.place)
        FROM unnest(s.most_common_vals, s.most_common_freqs) WITH ORDINALITY AS v (value, frequency, place)
        WHERE v.place <= $6::int)) END)) ORDER BY a.attnum) AS list
  FROM attributes a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_description m ON m.objoid = a.attrelid AND m.classoid = 'pg_class'::regclass AND m.objsubid = a.attnum
  LEFT JOIN stats s ON s.attname = a.attname
)
SELECT json_strip_nulls(json_build_object(
  'schema', t.nspname,
  'name', t.relname,
  'type', CASE t.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END,
  'comment', left(m.description, $5) || CASE WHEN length(m.description) > $5 THEN '…' ELSE '' END,
  'rowEstimate', s.tuples::int8,
  'sizeEstimateBytes', nullif(s.pages, 0) * current_setting('block_size')::int8,
  'rowSecurity', nullif(row_security_active(t.oid), false),
  'columns', coalesce(c.list, '[]'),
  'primaryKey', (
    SELECT json_build_object('name', i.relname, 'columns', i.columns) FROM indexes i WHERE i.indisprimary),
  'uniqueKeys', (
    SELECT json_agg(json_build_object('name', i.relname, 'columns', i.columns) ORDER BY i.relname)
    FROM indexes i WHERE i.indisunique AND NOT i.indisprimary AND i.indexprs IS NULL AND i.indpred IS NULL),
  'foreignKeys', (
    SELECT json_agg(json_build_object('name', l.conname, 'columns', l.from_columns,
      'references', json_build_object('schema', l.to_schema, 'table', l.to_table, 'columns', l.to_columns),
      'onDelete', CASE l.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT' END,
      'onUpdate', CASE l.confupdtype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT' END
      ) ORDER BY l.conname)
    FROM links l WHERE l.conrelid = t.oid),
  'referencedBy', (
    SELECT json_agg(json_build_object('name', l.conname, 'schema', l.from_schema, 'table', l.from_table,
      'columns', l.from_columns, 'referencedColumns', l.to_columns) ORDER BY l.from_schema, l.from_table, l.conname)
    FROM links l WHERE l.confrelid = t.oid),
  'indexes', (
    SELECT json_agg(json_build_object('name', i.relname, 'definition', pg_get_indexdef(i.indexrelid),
      'invalid', nullif(NOT i.indisvalid, false)) ORDER BY i.relname) FROM indexes i),
  'checks', (
    SELECT json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid)) ORDER BY k.conname)
    FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype = 'c'
      AND (t.is_whole OR k.conkey <@ (SELECT array_agg(attnum) FROM attributes))),
  'partitionKey', CASE t.relkind WHEN 'p' THEN pg_get_partkeydef(t.oid) END,
  'partitionCount', CASE t.relkind WHEN 'p' THEN s.relations END,
  'partitions', (
    SELECT json_agg(json_build_object('schema', p.nspname, 'name', p.relname, 'bounds', pg_get_expr(p.relpartbound, 0))
      ORDER BY p.nspname, p.relname)
    FROM (
      SELECT n.nspname, p.relname, p.relpartbound
      FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid JOIN pg_namespace n ON n.oid = p.relnamespace
      WHERE i.inhparent = t.oid AND p.relispartition
        AND ($3 IS NULL OR n.nspname = ANY ($3))
        AND NOT (p.relname = ANY ($4) OR n.nspname || '.' || p.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))
      ORDER BY n.nspname, p.relname LIMIT $7::int) p),
  'partitionOf', CASE WHEN t.relispartition THEN (
    SELECT json_build_object('schema', n.nspname, 'table', p.relname, 'bounds', pg_get_expr(t.relpartbound, 0))
    FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace n ON n.oid = p.relnamespace
    WHERE i.inhrelid = t.oid AND ($3 IS NULL OR n.nspname = ANY ($3))
      AND NOT (p.relname = ANY ($4) OR n.nspname || '.' || p.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))) END))
FROM target t
CROSS JOIN stored s
CROSS JOIN columns c
LEFT JOIN pg_description m ON m.objoid = t.oid AND m.classoid = 'pg_class'::regclass AND m.objsubid = 0

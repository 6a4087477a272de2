-- What there is to search in one table or view the role may read, as one JSON document, and which relations have the name.
-- $1 schemas it may be in or NULL, $2 names it may have, both in order of preference,
-- $3 allowed schemas or NULL, $4 hidden relations as name, schema.name or schema.*, $5 characters of a comment
-- Types, operators and index methods count as an extension's only when they belong to it: anybody may use its names.
WITH RECURSIVE found AS MATERIALIZED (
  SELECT c.oid, c.relname, n.nspname, c.relkind, c.reltuples, c.reltoastrelid, c.relhassubclass,
         rank() OVER (ORDER BY array_position($1, n.nspname::text), array_position($2, c.relname::text)) AS place
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND c.relname = ANY ($2::text[]) AND ($1::text[] IS NULL OR n.nspname = ANY ($1))
    AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
    AND ($3::text[] IS NULL OR n.nspname = ANY ($3))
    AND NOT (c.relname = ANY ($4::text[]) OR n.nspname || '.' || c.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
), best AS MATERIALIZED (
  SELECT f.*, count(*) OVER () AS total FROM found f WHERE f.place = 1
), target AS MATERIALIZED (
  SELECT b.* FROM best b WHERE b.total = 1 OR b.nspname = 'public'
), parts AS (
  -- Not pg_partition_tree(), which waits for whoever has locked a partition.
  SELECT t.oid, t.relkind, t.reltuples FROM target t
  UNION ALL
  SELECT c.oid, c.relkind, c.reltuples
  FROM parts p JOIN pg_inherits i ON i.inhparent = p.oid JOIN pg_class c ON c.oid = i.inhrelid
  WHERE p.relkind = 'p'
), members AS MATERIALIZED (
  SELECT d.classid, d.objid, e.extname
  FROM pg_extension e JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
  WHERE e.extname IN ('vector', 'pg_trgm', 'pg_textsearch')
    AND d.classid IN ('pg_type'::regclass, 'pg_am'::regclass, 'pg_opclass'::regclass)
), bases AS (
  -- Each column's type, and what a domain is made of; a domain may carry the dimensions of a vector.
  SELECT a.attnum, a.atttypid AS oid, a.atttypmod AS typmod
  FROM target t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT b.attnum, d.typbasetype, greatest(b.typmod, d.typtypmod)
  FROM bases b JOIN pg_type d ON d.oid = b.oid AND d.typtype = 'd'
), attributes AS MATERIALIZED (
  SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attgenerated, y.typname, y.typcategory, y.oid AS base,
         greatest(b.typmod, 0) AS dimensions, m.extname IS NOT NULL AS is_vector
  FROM bases b
  JOIN pg_type y ON y.oid = b.oid AND y.typtype <> 'd'
  JOIN target t ON true
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = b.attnum
  LEFT JOIN members m ON m.classid = 'pg_type'::regclass AND m.objid = y.oid AND m.extname = 'vector'
  WHERE has_column_privilege(a.attrelid, a.attnum, 'SELECT')
), widths AS MATERIALIZED (
  -- This view shows only what the role may read, and nothing of a table whose rows a policy filters for it.
  SELECT s.attname, max(s.avg_width) AS width FROM target t
  JOIN pg_stats s ON s.schemaname = t.nspname AND s.tablename = t.relname GROUP BY s.attname
), columns AS (
  SELECT json_agg(json_strip_nulls(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'kind', CASE
      WHEN a.is_vector AND a.typname IN ('vector', 'halfvec') THEN a.typname
      WHEN a.base = 'tsvector'::regtype THEN 'tsvector'
      WHEN a.base = 'real[]'::regtype THEN 'real[]'
      WHEN a.base = 'double precision[]'::regtype THEN 'float8[]'
      WHEN a.base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN 'integer'
      WHEN a.typcategory = 'S' THEN 'text'
      ELSE 'other' END,
    'dimensions', CASE WHEN a.is_vector THEN a.dimensions END,
    'comment', left(d.description, $5::int),
    'width', w.width,
    'generated', CASE WHEN a.attgenerated <> '' AND a.base = 'tsvector'::regtype THEN pg_get_expr(x.adbin, x.adrelid) END
  )) ORDER BY a.attnum) AS list
  FROM attributes a
  LEFT JOIN pg_description d ON d.objoid = a.attrelid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum
  LEFT JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
  LEFT JOIN widths w ON w.attname = a.attname
), keys AS (
  -- The primary key, else the shortest unique one without NULLs. With children that inherit, none is unique.
  SELECT k.columns FROM target t
  JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique AND i.indisvalid AND i.indimmediate
    AND i.indpred IS NULL AND i.indexprs IS NULL
  CROSS JOIN LATERAL (
    SELECT json_agg(a.attname ORDER BY u.place) AS columns, count(a.attname) AS readable
    FROM unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) WITH ORDINALITY AS u (attnum, place)
    JOIN attributes a ON a.attnum = u.attnum
    JOIN pg_attribute n ON n.attrelid = t.oid AND n.attnum = u.attnum AND n.attnotnull) k
  WHERE k.readable = i.indnkeyatts AND NOT (t.relkind = 'r' AND t.relhassubclass)
  ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1
), indexes AS (
  SELECT json_agg(json_strip_nulls(json_build_object(
    'schema', n.nspname,
    'name', c.relname,
    'method', m.amname,
    'operators', o.opcname,
    'extension', coalesce(e.extname, f.extname),
    'column', a.attname,
    'expression', CASE WHEN u.attnum = 0 THEN pg_get_indexdef(i.indexrelid, u.place::int, false) END
  )) ORDER BY c.relname, u.place) AS list
  FROM target t
  JOIN pg_index i ON i.indrelid = t.oid AND i.indisvalid AND i.indisready AND i.indpred IS NULL
  JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_am m ON m.oid = c.relam
  CROSS JOIN LATERAL unnest(i.indkey::int2[], i.indclass::oid[]) WITH ORDINALITY AS u (attnum, opclass, place)
  JOIN pg_opclass o ON o.oid = u.opclass
  LEFT JOIN members e ON e.classid = 'pg_am'::regclass AND e.objid = m.oid
  LEFT JOIN members f ON f.classid = 'pg_opclass'::regclass AND f.objid = o.oid
  LEFT JOIN attributes a ON a.attnum = u.attnum
  WHERE m.amname IN ('gin', 'gist', 'hnsw', 'ivfflat', 'bm25') AND (u.attnum = 0 OR a.attnum IS NOT NULL)
)
SELECT
  (SELECT json_agg(json_build_object('schema', b.nspname, 'name', b.relname) ORDER BY b.nspname, b.relname) FROM best b) AS matches,
  (SELECT json_strip_nulls(json_build_object(
    'schema', t.nspname,
    'name', t.relname,
    'kind', t.relkind,
    'rowEstimate', CASE WHEN t.relkind <> 'v' THEN (
      SELECT sum(p.reltuples) FILTER (WHERE p.reltuples >= 0) FROM parts p WHERE p.relkind IN ('r', 'm', 'f'))::int8 END,
    'rowSecurity', row_security_active(t.oid),
    -- What is stored out of line counts as 18 bytes in the statistics.
    'hasLongValues', EXISTS (SELECT FROM pg_class s WHERE s.oid = t.reltoastrelid AND s.relpages > 0),
    'hasPlaces', t.relkind IN ('r', 'p', 'm') AND has_column_privilege(t.oid, 'ctid', 'SELECT'),
    'hasChildren', t.relkind = 'r' AND t.relhassubclass,
    'columns', coalesce((SELECT list FROM columns), '[]'),
    'key', (SELECT columns FROM keys),
    'indexes', coalesce((SELECT list FROM indexes), '[]'),
    'config', get_current_ts_config()::text,
    'extensions', (
      SELECT json_object_agg(e.extname, n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname IN ('vector', 'pg_trgm', 'pg_textsearch'))
  )) FROM target t) AS found

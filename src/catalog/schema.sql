-- Tables and views the role may read, a JSON document for each, with their columns while the budget lasts.
-- $1 schema, $2 table, $3 only tables with vectors, $4 columns in all, $5 characters in all, $6 characters of one text,
-- $7 with more relations than this a summary: no columns, and the first $8 names of each schema; NULL for never,
-- $9 allowed schemas or NULL, $10 hidden relations as name, schema.name or schema.*
-- What belongs to a column is looked up column by column through an index: the planner cannot guess how many relations
-- remain, and a join that suits a few of them takes seconds for thousands.
WITH RECURSIVE vectors AS (
  -- The types of pgvector and domains over them; a domain may carry the dimensions.
  SELECT t.oid, -1 AS dimensions FROM pg_type t WHERE t.typtype = 'b' AND t.typname IN ('vector', 'halfvec', 'sparsevec')
  UNION ALL
  SELECT d.oid, greatest(d.typtypmod, v.dimensions) FROM vectors v JOIN pg_type d ON d.typbasetype = v.oid AND d.typtype = 'd'
), vector_columns AS MATERIALIZED (
  SELECT a.attrelid, a.attnum FROM pg_attribute a JOIN vectors v ON v.oid = a.atttypid
  WHERE a.attnum > 0 AND NOT a.attisdropped
), with_vectors AS MATERIALIZED (
  SELECT DISTINCT attrelid AS oid FROM vector_columns WHERE has_column_privilege(attrelid, attnum, 'SELECT')
), relations AS MATERIALIZED (
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relnatts,
         c.oid IN (SELECT oid FROM with_vectors) AS has_vectors
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    -- Partitions are counted with their parent; asked for by name they answer themselves.
    AND (NOT c.relispartition OR $2::text IS NOT NULL)
    AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
    AND ($1::text IS NULL OR n.nspname = $1) AND ($2 IS NULL OR c.relname = $2)
    AND ($9::text[] IS NULL OR n.nspname = ANY ($9))
    AND NOT (c.relname = ANY ($10::text[]) OR n.nspname || '.' || c.relname = ANY ($10) OR n.nspname || '.*' = ANY ($10))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
    AND (NOT $3::boolean OR c.oid IN (SELECT oid FROM with_vectors))
), placed AS (
  SELECT r.*, count(*) OVER () AS total, count(*) OVER () > coalesce($7::int, 2147483647) AS is_summary,
         count(*) OVER (PARTITION BY r.nspname) AS total_of_schema,
         row_number() OVER (PARTITION BY r.nspname ORDER BY r.relname) AS place,
         sum(r.relnatts) OVER (ORDER BY r.nspname, r.relname) - r.relnatts AS columns_before
  FROM relations r
), chosen AS MATERIALIZED (
  SELECT p.* FROM placed p WHERE NOT p.is_summary OR p.place <= $8::int OR p.has_vectors
), parts AS (
  -- Not pg_partition_tree(), which waits for whoever has locked a partition.
  SELECT c.oid AS root, c.oid, c.relkind, c.reltuples FROM chosen c WHERE c.relkind = 'p'
  UNION ALL
  SELECT p.root, c.oid, c.relkind, c.reltuples
  FROM parts p JOIN pg_inherits i ON i.inhparent = p.oid JOIN pg_class c ON c.oid = i.inhrelid
  WHERE p.relkind = 'p'
), leaves AS (
  SELECT root, count(*) AS partitions, sum(reltuples) FILTER (WHERE reltuples >= 0) AS reltuples
  FROM parts WHERE relkind <> 'p' GROUP BY root
), documents AS MATERIALIZED (
  SELECT c.*, json_strip_nulls(json_build_object(
    'schema', c.nspname,
    'name', c.relname,
    'type', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END,
    'comment', (
      SELECT CASE WHEN length(d.description) > $6::int
        THEN left(d.description, $6) || format('… [cut: %s of %s characters]', $6, length(d.description)) ELSE d.description END
      FROM pg_description d WHERE d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0),
    'rowEstimate', CASE WHEN c.relkind <> 'v' AND coalesce(l.reltuples, c.reltuples) >= 0
      THEN coalesce(l.reltuples, c.reltuples)::int8 END,
    'partitions', CASE c.relkind WHEN 'p' THEN coalesce(l.partitions, 0) END,
    'columns', CASE WHEN NOT c.is_summary AND c.columns_before < $4::int THEN coalesce((
      SELECT json_agg(json_strip_nulls(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'nullable', NOT (a.attnotnull OR t.typnotnull),
        'comment', (
          SELECT CASE WHEN length(d.description) > $6
            THEN left(d.description, $6) || format('… [cut: %s of %s characters]', $6, length(d.description)) ELSE d.description END
          FROM pg_description d WHERE d.objoid = a.attrelid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum),
        'isPrimaryKey', nullif(i.is_primary, false),
        'isUnique', nullif(i.is_unique, false),
        'isIndexed', CASE WHEN i.is_primary IS NOT NULL THEN true END,
        'references', (
          SELECT json_agg(DISTINCT concat_ws('.', fn.nspname, fc.relname, fa.attname))
          FROM pg_constraint f
          JOIN pg_class fc ON fc.oid = f.confrelid
          JOIN pg_namespace fn ON fn.oid = fc.relnamespace
          JOIN pg_attribute fa ON fa.attrelid = f.confrelid AND fa.attnum = f.confkey[array_position(f.conkey, a.attnum)]
          WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)
            -- A key to a partitioned table is kept once more for each of its partitions.
            AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = f.conparentid AND p.conrelid = f.conrelid)
            AND ($9 IS NULL OR fn.nspname = ANY ($9))
            AND NOT (fc.relname = ANY ($10) OR fn.nspname || '.' || fc.relname = ANY ($10) OR fn.nspname || '.*' = ANY ($10))),
        'identity', CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END,
        'default', CASE a.attgenerated WHEN '' THEN x.expression END,
        'generated', CASE a.attgenerated WHEN 's' THEN x.expression || ' STORED' WHEN 'v' THEN x.expression || ' VIRTUAL' END,
        'enumValues', (
          SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e
          WHERE e.enumtypid = coalesce(nullif(t.typelem, 0), nullif(t.typbasetype, 0), t.oid)),
        'vectorDimensions', (SELECT greatest(a.atttypmod, v.dimensions, 0) FROM vectors v WHERE v.oid = a.atttypid)
      )) ORDER BY a.attnum)
      FROM pg_attribute a
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN LATERAL (
        SELECT bool_or(i.indisprimary) AS is_primary,
               bool_or(i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NULL) AS is_unique
        FROM pg_index i
        WHERE i.indrelid = a.attrelid AND i.indisvalid AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])) i ON true
      LEFT JOIN LATERAL (
        SELECT CASE WHEN length(e.whole) > $6
          THEN left(e.whole, $6) || format('… [cut: %s of %s characters]', $6, length(e.whole)) ELSE e.whole END AS expression
        -- A default has no columns, so it needs no relation, and a table under change need not be waited for.
        -- OFFSET 0 has the text made once and not for each use of it.
        FROM (SELECT pg_get_expr(d.adbin, CASE a.attgenerated WHEN '' THEN 0 ELSE d.adrelid END) AS whole
              FROM pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum OFFSET 0) e) x ON true
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
    ), '[]') END)) AS document
  FROM chosen c LEFT JOIN leaves l ON l.root = c.oid
), measured AS (
  SELECT d.*, sum(length(document::text)) OVER (ORDER BY nspname, relname) AS characters,
         row_number() OVER (ORDER BY nspname, relname) AS position
  FROM documents d
)
SELECT document, has_vectors, place, total, total_of_schema, (SELECT count(DISTINCT nspname) FROM relations) AS schemas, is_summary
FROM measured
WHERE characters <= $5::int OR position = 1
ORDER BY nspname, relname

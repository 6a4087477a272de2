-- The database in one answer, for prompts: the server, its schemas, and the relations that matter most for the purpose.
-- Nothing here waits for a lock, because a database full of locks is one that gets diagnosed. pg_partition_tree,
-- pg_relation_size and pg_get_expr would, so they are avoided; pg_get_indexdef and pg_get_partkeydef are called only
-- for relations that nobody has locked.
-- $1 allowed schemas or NULL, $2 hidden relations as name, schema.name or schema.*, $3 only this schema or NULL,
-- $4 a table as somebody wrote it or NULL, $5 names that occur in a text, $6 explore, search, diagnose or design,
-- $7 how many relations to describe, $8 how many columns of each
WITH RECURSIVE permitted AS MATERIALIZED (
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relpages,
         has_schema_privilege(n.oid, 'USAGE')
           AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')) AS readable
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND NOT starts_with(n.nspname, 'pg_') AND n.nspname <> 'information_schema'
    AND ($1::text[] IS NULL OR n.nspname = ANY ($1))
    AND NOT (c.relname = ANY ($2::text[]) OR n.nspname || '.' || c.relname = ANY ($2) OR n.nspname || '.*' = ANY ($2))
), relations AS MATERIALIZED (
  SELECT * FROM permitted WHERE readable
), tree (root, oid) AS (
  SELECT r.oid, i.inhrelid FROM relations r JOIN pg_inherits i ON i.inhparent = r.oid WHERE r.relkind = 'p'
  UNION ALL
  SELECT t.root, i.inhrelid FROM tree t JOIN pg_inherits i ON i.inhparent = t.oid
), storage AS (
  SELECT r.oid AS root, r.oid, r.reltuples, r.relpages FROM relations r WHERE r.relkind IN ('r', 'm')
  UNION ALL
  SELECT t.root, c.oid, c.reltuples, c.relpages FROM tree t JOIN pg_class c ON c.oid = t.oid WHERE c.relkind <> 'p'
), measured AS (
  SELECT root, count(*) AS parts, sum(reltuples) FILTER (WHERE reltuples >= 0)::int8 AS tuples,
         sum(relpages::int8) * current_setting('block_size')::int8 AS bytes,
         sum(pg_stat_get_numscans(oid)) AS seq_scans, sum(pg_stat_get_tuples_returned(oid)) AS seq_rows,
         sum(pg_stat_get_dead_tuples(oid)) AS dead, sum(pg_stat_get_mod_since_analyze(oid)) AS modified,
         min(coalesce(greatest(pg_stat_get_last_analyze_time(oid), pg_stat_get_last_autoanalyze_time(oid)),
           '-infinity')) AS analyzed
  FROM storage GROUP BY root
), links AS (
  SELECT confrelid, count(*) AS referrers FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 GROUP BY confrelid
), searchable AS (
  SELECT r.oid, bool_or(t.typname IN ('vector', 'halfvec', 'sparsevec')) AS has_vector,
         max(coalesce(s.avg_width, CASE WHEN a.attname ~*
             'body|content|descr|text|message|comment|note|summary|title|subject' THEN 40 ELSE 8 END))
           FILTER (WHERE t.typcategory = 'S') AS prose
  FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_stats s ON s.schemaname = r.nspname AND s.tablename = r.relname AND s.attname = a.attname
  WHERE $6::text = 'search' AND r.relkind <> 'v' AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
    AND (t.typcategory = 'S' AND t.typname <> 'name' OR t.typname IN ('vector', 'halfvec', 'sparsevec', 'tsvector'))
  GROUP BY r.oid
), ranked AS (
  SELECT r.*, m.parts, m.tuples, m.bytes, m.seq_scans, m.seq_rows, m.dead, m.modified, m.analyzed,
         n.asked, n.place IS NOT NULL AS mentioned,
         coalesce(l.referrers, 0) AS referrers,
         row_number() OVER (ORDER BY n.asked DESC, n.place,
           s.has_vector DESC NULLS LAST, s.prose DESC NULLS LAST,
           CASE $6 WHEN 'diagnose' THEN m.seq_rows END DESC NULLS LAST,
           l.referrers DESC NULLS LAST, m.tuples DESC NULLS LAST, r.nspname, r.relname) AS position
  FROM relations r
  LEFT JOIN measured m ON m.root = r.oid
  LEFT JOIN links l ON l.confrelid = r.oid
  LEFT JOIN searchable s ON s.oid = r.oid,
  LATERAL (SELECT
    coalesce(lower($4::text) IN (lower(r.relname), lower(quote_ident(r.relname)), lower(r.nspname || '.' || r.relname),
      lower(format('%I.%I', r.nspname, r.relname))), false) AS asked,
    least(array_position($5::text[], r.relname::text), array_position($5, lower(r.relname)),
      array_position($5, r.nspname || '.' || r.relname),
      array_position($5, lower(r.nspname || '.' || r.relname))) AS place) n
  WHERE ($3::text IS NULL OR r.nspname = $3) AND ($6 <> 'search' OR s.oid IS NOT NULL OR n.asked)
), chosen AS MATERIALIZED (
  SELECT r.*, EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.relation = r.oid AND l.mode = 'AccessExclusiveLock' AND d.datname = current_database()) AS locked
  FROM ranked r WHERE position <= $7::int
), keys AS MATERIALIZED (
  -- Indexes that show nothing the role may not read.
  SELECT i.*, r.locked, am.amname, c.relname, c.relkind, (i.indkey::int2[])[0:i.indnkeyatts - 1] AS attnums
  FROM pg_index i JOIN chosen r ON r.oid = i.indrelid
  JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
  WHERE has_table_privilege(i.indrelid, 'SELECT') OR (i.indexprs IS NULL AND i.indpred IS NULL AND NOT EXISTS (
    SELECT FROM unnest(i.indkey::int2[]) AS k (attnum) WHERE NOT has_column_privilege(i.indrelid, k.attnum, 'SELECT')))
), columns AS (
  SELECT a.attrelid, count(*) AS total, json_agg(json_build_object(
      'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'kind', t.typname,
      'category', t.typcategory, 'enum', t.typtype = 'e', 'nullable', NOT a.attnotnull,
      'comment', left(d.description, 120) || CASE WHEN length(d.description) > 120 THEN '…' ELSE '' END,
      'filled', CASE WHEN a.attidentity <> '' THEN 'identity' WHEN a.attgenerated <> '' THEN 'generated'
        WHEN EXISTS (SELECT FROM pg_depend p JOIN pg_class q ON q.oid = p.refobjid AND q.relkind = 'S'
          WHERE p.classid = 'pg_attrdef'::regclass AND p.objid = f.oid AND p.refclassid = 'pg_class'::regclass)
          THEN 'sequence'
        WHEN f.oid IS NOT NULL THEN 'default' END,
      'unique', EXISTS (
        SELECT FROM keys k WHERE k.indrelid = a.attrelid AND k.indisunique AND k.attnums = ARRAY[a.attnum]),
      'indexed', EXISTS (
        SELECT FROM keys k WHERE k.indrelid = a.attrelid AND k.indisvalid AND k.attnums[1] = a.attnum),
      'width', s.avg_width, 'distinct', s.n_distinct) ORDER BY a.attnum) FILTER (WHERE a.place <= $8::int) AS list
  FROM chosen r
  JOIN LATERAL (
    -- The key, and in a search the texts, count among the first columns wherever they stand.
    SELECT a.*, row_number() OVER (ORDER BY
      EXISTS (SELECT FROM keys k WHERE k.indrelid = r.oid AND k.indisprimary AND a.attnum = ANY (k.attnums)) DESC,
      $6 = 'search' AND (t.typcategory = 'S' OR t.typname IN ('vector', 'halfvec', 'sparsevec', 'tsvector')) DESC,
      a.attnum) AS place
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')) a ON true
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_description d ON d.objoid = r.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum
  LEFT JOIN pg_attrdef f ON f.adrelid = r.oid AND f.adnum = a.attnum
  LEFT JOIN pg_stats s ON s.schemaname = r.nspname AND s.tablename = r.relname AND s.attname = a.attname
  GROUP BY a.attrelid
), indexes AS (
  SELECT k.indrelid, json_agg(json_build_object('name', quote_ident(k.relname),
      'definition', CASE WHEN NOT k.locked THEN left(pg_get_indexdef(k.indexrelid), 300) END,
      'method', k.amname, 'primary', k.indisprimary, 'unique', k.indisunique, 'valid', k.indisvalid,
      'expression', CASE WHEN NOT k.locked THEN pg_get_indexdef(k.indexrelid, 1, true) END,
      'operators', (SELECT o.opcname FROM pg_opclass o WHERE o.oid = k.indclass[0]),
      'scans', CASE k.relkind WHEN 'i' THEN pg_stat_get_numscans(k.indexrelid) END)
      ORDER BY k.indisprimary DESC, k.relname) AS list
  FROM (SELECT k.*, row_number() OVER (PARTITION BY k.indrelid ORDER BY k.indisprimary DESC, k.relname) AS place
    FROM keys k) k
  WHERE k.place <= 12 AND $6 IN ('search', 'diagnose')
  GROUP BY k.indrelid
), outgoing AS (
  -- Foreign keys between relations that the role may read.
  SELECT f.conrelid, json_agg(json_build_object('columns', own.names, 'target', format('%I.%I', t.nspname, t.relname),
      'targetColumns', far.names, 'onDelete', f.confdeltype,
      'index', (SELECT CASE WHEN bool_or(k.attnums[1:cardinality(f.conkey)] @> f.conkey) THEN 'all'
          WHEN count(*) > 0 THEN 'beginning' END
        FROM keys k WHERE k.indrelid = f.conrelid AND k.indisvalid AND k.indpred IS NULL
          AND k.amname IN ('btree', 'hash') AND k.attnums[1] = ANY (f.conkey))) ORDER BY f.conname) AS list
  FROM pg_constraint f JOIN chosen r ON r.oid = f.conrelid JOIN relations t ON t.oid = f.confrelid,
  LATERAL (SELECT json_agg(quote_ident(a.attname) ORDER BY k.place) AS names,
      bool_and(has_column_privilege(a.attrelid, a.attnum, 'SELECT')) AS readable
    FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) own,
  LATERAL (SELECT json_agg(quote_ident(a.attname) ORDER BY k.place) AS names,
      bool_and(has_column_privilege(a.attrelid, a.attnum, 'SELECT')) AS readable
    FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) far
  WHERE f.contype = 'f' AND f.conparentid = 0 AND own.readable AND far.readable
  GROUP BY f.conrelid
)
SELECT 'server' AS section, 0 AS position, json_build_object(
  'version', split_part(current_setting('server_version'), ' ', 1),
  'database', quote_ident(current_database()), 'role', quote_ident(current_user),
  'textConfig', current_setting('default_text_search_config'),
  'relations', (SELECT count(*) FROM relations), 'unreadable', EXISTS (SELECT FROM permitted WHERE NOT readable),
  'inScope', (SELECT count(*) FROM ranked), 'schemas', (SELECT count(DISTINCT nspname) FROM relations),
  'extensions', (SELECT json_agg(json_build_object('name', e.name, 'installed', e.installed_version,
      'schema', quote_ident(n.nspname), 'onPath', n.nspname = ANY (current_schemas(true)))
      ORDER BY e.installed_version IS NULL, e.name)
    FROM pg_available_extensions e
    LEFT JOIN pg_extension x ON x.extname = e.name LEFT JOIN pg_namespace n ON n.oid = x.extnamespace
    WHERE e.installed_version IS NOT NULL AND e.name <> 'plpgsql' OR e.name IN ('vector', 'pg_trgm', 'pg_textsearch',
      'unaccent', 'pg_stat_statements', 'citext', 'postgis', 'timescaledb')))
UNION ALL
SELECT 'schema', s.position::int, json_build_object('name', quote_ident(s.nspname), 'relations', s.relations,
  'comment', left(d.description, 160) || CASE WHEN length(d.description) > 160 THEN '…' ELSE '' END)
FROM (SELECT r.nspname, count(*) AS relations, row_number() OVER (ORDER BY count(*) DESC, r.nspname) AS position
  FROM relations r GROUP BY r.nspname) s
JOIN pg_namespace n ON n.nspname = s.nspname
LEFT JOIN pg_description d ON d.objoid = n.oid AND d.classoid = 'pg_namespace'::regclass
WHERE s.position <= 30
UNION ALL
SELECT 'relation', r.position::int, json_build_object(
  'schema', quote_ident(r.nspname), 'name', format('%I.%I', r.nspname, r.relname),
  'chunks', format('%I.%I', r.nspname, left(r.relname, 50) || '_chunks'),
  'kind', CASE r.relkind
    WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
  'comment', left(d.description, 200) || CASE WHEN length(d.description) > 200 THEN '…' ELSE '' END,
  'rows', r.tuples, 'bytes', r.bytes, 'referrers', r.referrers,
  'partitions', CASE WHEN r.relkind = 'p' THEN coalesce(r.parts, 0) END,
  'partitionKey', CASE WHEN r.relkind = 'p' AND NOT r.locked THEN pg_get_partkeydef(r.oid) END,
  'locked', r.locked, 'rowSecurity', row_security_active(r.oid), 'asked', r.asked, 'mentioned', r.mentioned,
  'key', (SELECT json_agg(quote_ident(a.attname) ORDER BY p.place)
    FROM keys k, unnest(k.attnums) WITH ORDINALITY AS p (attnum, place) JOIN pg_attribute a ON a.attnum = p.attnum
    WHERE k.indrelid = r.oid AND k.indisprimary AND a.attrelid = r.oid),
  'columns', coalesce(c.list, '[]'), 'columnCount', coalesce(c.total, 0),
  'foreignKeys', coalesce(o.list, '[]'), 'indexes', coalesce(i.list, '[]'),
  'seqScans', r.seq_scans, 'seqRows', r.seq_rows, 'dead', r.dead, 'modified', r.modified,
  'analyzedSecondsAgo', CASE WHEN isfinite(r.analyzed) THEN extract(epoch FROM now() - r.analyzed)::int8 END)
FROM chosen r LEFT JOIN pg_description d ON d.objoid = r.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
LEFT JOIN columns c ON c.attrelid = r.oid
LEFT JOIN outgoing o ON o.conrelid = r.oid
LEFT JOIN indexes i ON i.indrelid = r.oid
ORDER BY section DESC, position

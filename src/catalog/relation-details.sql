-- What SQL about these relations needs to know of them, in the order they are asked for. Only the catalogue is read, so
-- no value of any row can be among it. Names are quoted where SQL needs that.
-- $1 their oids, $2 how many columns of each, $3 allowed schemas or NULL, $4 hidden relations as name, schema.name or
-- schema.*, $5 how many labels of an enum
WITH readable AS (
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, has_table_privilege(c.oid, 'SELECT') AS is_whole
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ($3::text[] IS NULL OR n.nspname = ANY ($3))
    AND NOT (c.relname = ANY ($4::text[]) OR n.nspname || '.' || c.relname = ANY ($4) OR n.nspname || '.*' = ANY ($4))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
), chosen AS MATERIALIZED (
  -- pg_get_constraintdef would wait for whoever has locked the relation.
  SELECT r.*, o.place, EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.relation = r.oid AND l.mode = 'AccessExclusiveLock' AND d.datname = current_database()) AS is_locked
  FROM unnest($1::int8[]) WITH ORDINALITY AS o (oid, place) JOIN readable r ON r.oid = o.oid::oid
)
SELECT json_build_object(
  'name', format('%I.%I', r.nspname, r.relname),
  'kind', CASE r.relkind
    WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END,
  'comment', (SELECT left(d.description, 300) || CASE WHEN length(d.description) > 300 THEN '…' ELSE '' END
    FROM pg_description d WHERE d.objoid = r.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0),
  'rows', CASE WHEN r.relkind <> 'v' AND r.reltuples >= 0 THEN r.reltuples::int8 END,
  'columns', (
    SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
      'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
      'notNull', nullif(a.attnotnull OR t.typnotnull, false),
      'comment', (SELECT left(d.description, 160) || CASE WHEN length(d.description) > 160 THEN '…' ELSE '' END
        FROM pg_description d WHERE d.objoid = a.attrelid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum),
      'labels', (SELECT json_agg(quote_literal(e.enumlabel) ORDER BY e.enumsortorder)
        FROM (SELECT * FROM pg_enum e WHERE e.enumtypid = coalesce(nullif(t.typelem, 0), nullif(t.typbasetype, 0), t.oid)
          ORDER BY e.enumsortorder LIMIT $5::int) e),
      'domain', CASE t.typtype WHEN 'd' THEN concat_ws(' ', format_type(t.typbasetype, t.typtypmod), (
        SELECT left(string_agg(pg_get_constraintdef(k.oid, true), ' ' ORDER BY k.conname), 300)
        FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c')) END)) ORDER BY a.attnum), '[]')
    FROM (SELECT a.* FROM pg_attribute a WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND (r.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT')) ORDER BY a.attnum LIMIT $2::int) a
    JOIN pg_type t ON t.oid = a.atttypid),
  'columnCount', (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND (r.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))),
  'key', (SELECT coalesce(json_agg(quote_ident(a.attname) ORDER BY p.place), '[]')
    FROM pg_index i, unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) WITH ORDINALITY AS p (attnum, place)
    JOIN pg_attribute a ON a.attnum = p.attnum
    WHERE i.indrelid = r.oid AND i.indisprimary AND a.attrelid = r.oid
      AND (r.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))),
  'foreignKeys', (
    SELECT coalesce(json_agg(json_build_object('columns', own.names, 'target', format('%I.%I', t.nspname, t.relname),
      'targetColumns', far.names) ORDER BY f.conname), '[]')
    FROM pg_constraint f JOIN readable t ON t.oid = f.confrelid,
    LATERAL (SELECT json_agg(quote_ident(a.attname) ORDER BY k.place) AS names,
        bool_and(r.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT')) AS is_readable
      FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) own,
    LATERAL (SELECT json_agg(quote_ident(a.attname) ORDER BY k.place) AS names,
        bool_and(t.is_whole OR has_column_privilege(a.attrelid, a.attnum, 'SELECT')) AS is_readable
      FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) far
    -- A key to a partitioned table is kept once more for each of its partitions.
    WHERE f.conrelid = r.oid AND f.contype = 'f' AND f.conparentid = 0 AND own.is_readable AND far.is_readable),
  'checks', CASE WHEN r.is_locked THEN '[]' ELSE (
    SELECT coalesce(json_agg(left(pg_get_constraintdef(k.oid, true), 300) ORDER BY k.conname), '[]')
    FROM pg_constraint k WHERE k.conrelid = r.oid AND k.contype = 'c' AND (r.is_whole OR NOT EXISTS (
      SELECT FROM unnest(k.conkey) AS u (attnum) WHERE NOT has_column_privilege(k.conrelid, u.attnum, 'SELECT')))) END)
FROM chosen r
ORDER BY r.place

-- One call for each overload of each built-in function, with a value of the type that each argument asks for.
SELECT proname AS name, format(
  'SELECT %I(%s)%s', proname, coalesce(arguments, ''), CASE WHEN prokind = 'w' THEN ' OVER ()' ELSE '' END
) AS sql
FROM pg_proc
CROSS JOIN LATERAL (
  SELECT string_agg(CASE type::regtype::text
    WHEN 'text' THEN $$'users'::text$$
    WHEN 'name' THEN $$'users'::name$$
    WHEN '"char"' THEN $$'r'::"char"$$
    WHEN 'cstring' THEN $$'1'::cstring$$
    WHEN 'character' THEN $$'a'::bpchar$$
    WHEN 'oid' THEN $$'users'::regclass::oid$$
    WHEN 'regclass' THEN $$'users'::regclass$$
    WHEN 'integer' THEN '1'
    WHEN 'bigint' THEN '2::bigint'
    WHEN 'smallint' THEN '1::smallint'
    WHEN 'boolean' THEN 'true'
    WHEN 'numeric' THEN '1.5'
    WHEN 'real' THEN '1.5::real'
    WHEN 'double precision' THEN '0.5::float8'
    WHEN 'json' THEN $$'{"a": [1]}'::json$$
    WHEN 'jsonb' THEN $$'{"a": [1]}'::jsonb$$
    WHEN 'jsonpath' THEN $$'$.a'::jsonpath$$
    WHEN 'bytea' THEN $$'\x61'::bytea$$
    WHEN 'xml' THEN $$'<a/>'::xml$$
    WHEN 'tsvector' THEN $$'a:1'::tsvector$$
    WHEN 'tsquery' THEN $$'a'::tsquery$$
    WHEN 'date' THEN $$date '2026-01-01'$$
    WHEN 'interval' THEN $$interval '1 day'$$
    WHEN 'timestamp without time zone' THEN $$timestamp '2026-01-01'$$
    WHEN 'timestamp with time zone' THEN $$timestamptz '2026-01-01'$$
    WHEN 'inet' THEN $$inet '10.0.0.1'$$
    WHEN 'uuid' THEN $$'550e8400-e29b-41d4-a716-446655440000'::uuid$$
    WHEN 'point' THEN 'point(1, 2)'
    WHEN 'bit' THEN $$B'1'$$
    WHEN 'record' THEN 'ROW(1, 2)'
    WHEN 'anyenum' THEN $$'calm'::mood$$
    WHEN 'anyrange' THEN 'int4range(1, 5)'
    WHEN 'anycompatiblerange' THEN 'int4range(1, 5)'
    WHEN 'anymultirange' THEN $$'{[1,5)}'::int4multirange$$
    WHEN 'text[]' THEN $$ARRAY['users']$$
    WHEN 'anyarray' THEN 'ARRAY[1]'
    WHEN 'anycompatiblearray' THEN 'ARRAY[1]'
    WHEN 'anyelement' THEN '1'
    WHEN 'anycompatible' THEN '1'
    WHEN 'anynonarray' THEN '1'
    WHEN '"any"' THEN '1'
    ELSE format('NULL::%s', type::regtype)
  END, ', ' ORDER BY position) AS arguments
  FROM unnest(proargtypes) WITH ORDINALITY AS a(type, position)
) AS sample
WHERE pronamespace = 'pg_catalog'::regnamespace AND pg_proc.oid < 16384 AND prokind <> 'p'
  AND NOT 'internal'::regtype = ANY (proargtypes)
ORDER BY 1, 2

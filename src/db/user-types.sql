-- Types a database defines itself: their names, and for arrays the element with domains taken off.
WITH RECURSIVE wanted AS (
  SELECT t.oid, t.typelem AS element, t.typsubscript = 'array_subscript_handler'::regproc AND t.typdelim = ',' AS is_array
  FROM pg_catalog.pg_type t WHERE t.oid = ANY ($1::oid[])
), unwrapped AS (
  SELECT w.oid, w.element FROM wanted w WHERE w.is_array
  UNION ALL
  SELECT u.oid, t.typbasetype FROM unwrapped u JOIN pg_catalog.pg_type t ON t.oid = u.element WHERE t.typtype = 'd'
)
SELECT w.oid, pg_catalog.format_type(w.oid, NULL), e.element, CASE WHEN e.element IS NOT NULL THEN pg_catalog.format_type(e.element, NULL) END
FROM wanted w
LEFT JOIN LATERAL (
  SELECT u.element FROM unwrapped u JOIN pg_catalog.pg_type t ON t.oid = u.element
  WHERE u.oid = w.oid AND t.typtype <> 'd'
) e ON true

-- The names that a call may use without a schema: functions, over all their overloads, and the types they cast to.
SELECT
  proname AS name,
  'function' AS kind,
  bool_or(provolatile = 'v') AS volatile,
  bool_and(proacl IS NULL OR EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = 0 AND privilege_type = 'EXECUTE'))
    AS public,
  bool_or(prokind = 'p') AS procedure,
  bool_and(prorettype IN ('trigger'::regtype, 'event_trigger'::regtype)) AS trigger,
  bool_or(internal) AS internal,
  -- Such a call cannot be written in SQL: nothing there has the type "internal" and triggers check their caller.
  bool_and(internal) AS uncallable
FROM pg_proc
CROSS JOIN LATERAL (SELECT 'internal'::regtype = ANY (proargtypes) OR prorettype IN (
  'internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype, 'language_handler'::regtype,
  'fdw_handler'::regtype, 'index_am_handler'::regtype, 'tsm_handler'::regtype, 'table_am_handler'::regtype
) AS internal) AS signature
WHERE pronamespace = 'pg_catalog'::regnamespace AND pg_proc.oid < 16384
GROUP BY proname
UNION ALL
SELECT typname, 'type', false, true, false, false, false, false
FROM pg_type
WHERE typnamespace = 'pg_catalog'::regnamespace AND pg_type.oid < 16384 AND typtype IN ('b', 'r', 'm')
  AND typname !~ '^(_|pg_)'

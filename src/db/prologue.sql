SELECT
  pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('lock_timeout', $2, true),
  pg_catalog.set_config('idle_in_transaction_session_timeout', '60000', true),
  pg_catalog.set_config('auth.user_id', $3, true),
  pg_catalog.set_config('auth.tenant_id', $4, true),
  pg_catalog.set_config('auth.user_email', $5, true),
  pg_catalog.set_config('application_name', $6, true),
  -- A role or database may set these otherwise; the parser and the value table rely on them.
  pg_catalog.set_config('standard_conforming_strings', 'on', true),
  pg_catalog.set_config('DateStyle', 'ISO', true),
  pg_catalog.set_config('IntervalStyle', 'postgres', true),
  pg_catalog.set_config('bytea_output', 'hex', true),
  pg_catalog.set_config('extra_float_digits', '1', true),
  -- The catalogue's functions before, and temporary tables behind, whatever else the path holds.
  pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ',
    CASE WHEN $7 = '' AND pg_catalog.current_setting('search_path') LIKE '%pg_catalog%' THEN 'pg_catalog' END,
    CASE WHEN $7 <> '' THEN $7
      WHEN $9::text[] = '{}' THEN nullif(pg_catalog.current_setting('search_path'), '')
      ELSE (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(s), ', ')
            FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) s WHERE s <> ALL ($9::text[])) END,
    'pg_temp'), true),
  CASE WHEN $10 <> '' THEN pg_catalog.set_config('role', $10, true) END,
  -- Older servers would take newer syntax for calls of functions anyone may have defined.
  CASE WHEN pg_catalog.current_setting('server_version_num')::int < $8::int
    THEN pg_catalog.current_setting('postern.server_is_too_old') END

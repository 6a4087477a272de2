-- Runs under the database's own search path, so every name, operators included, says that it is the catalogue's.
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
    CASE WHEN pg_catalog.length($7) OPERATOR(pg_catalog.=) 0
      AND pg_catalog.strpos(pg_catalog.current_setting('search_path'), 'pg_catalog') OPERATOR(pg_catalog.>) 0
      THEN 'pg_catalog' END,
    CASE WHEN pg_catalog.length($7) OPERATOR(pg_catalog.>) 0 THEN $7
      WHEN pg_catalog.cardinality($9::pg_catalog.text[]) OPERATOR(pg_catalog.>) 0
      THEN (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(s::pg_catalog.text), ', ')
            FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) s
            WHERE s::pg_catalog.text OPERATOR(pg_catalog.<>) ALL ($9::pg_catalog.text[]))
      WHEN pg_catalog.length(pg_catalog.current_setting('search_path')) OPERATOR(pg_catalog.>) 0
      THEN pg_catalog.current_setting('search_path') END,
    'pg_temp'), true),
  CASE WHEN pg_catalog.length($10) OPERATOR(pg_catalog.>) 0 THEN pg_catalog.set_config('role', $10, true) END,
  -- Older servers would take newer syntax for calls of functions anyone may have defined.
  CASE WHEN pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) $8::pg_catalog.int4
    THEN pg_catalog.current_setting('postern.server_is_too_old') END

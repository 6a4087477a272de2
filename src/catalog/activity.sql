-- Other sessions, newest first. Tenants of one deployment may share a role, so Postgres alone would show them each
-- other's statements: of Postern's sessions only those of the caller's own token show more than the first word.
-- A failed statement's session loses its name before its text, so what Postern could have sent is hidden without it too.
WITH named AS (
  SELECT a.*, coalesce(a.application_name LIKE 'postern %', false) AS is_postern,
         split_part(a.application_name, ' ', 2) = split_part(current_setting('application_name'), ' ', 2) AS has_same_word
  FROM pg_stat_activity a
  WHERE a.pid <> pg_backend_pid() AND a.datname IS NOT NULL
), sessions AS (
  SELECT n.*, n.is_postern AND n.has_same_word AS is_own,
         NOT n.is_postern AND n.state IN ('active', 'idle in transaction')
           AND n.query ~* '^\s*(?!declare postern|explain|show)[a-z]' AS is_foreign
  FROM named n
)
SELECT json_build_object(
  'datname', s.datname,
  'pid', s.pid,
  'usename', s.usename,
  'application_name', CASE WHEN s.is_postern AND NOT s.is_own THEN 'postern' ELSE s.application_name END,
  'client_addr', host(s.client_addr),
  'backend_start', s.backend_start,
  'state', s.state,
  'query', CASE
    WHEN s.query IN ('', '<insufficient privilege>') THEN s.query
    WHEN s.usename = current_user AND (s.is_own OR s.is_foreign) THEN s.query
    ELSE format('%s… (%s characters)', substring(s.query FROM '^\s*([A-Za-z]+)'), length(s.query)) END),
  (SELECT count(*) FROM sessions),
  pg_has_role('pg_read_all_stats', 'USAGE')
FROM sessions s
ORDER BY s.backend_start DESC NULLS LAST, s.pid DESC

-- Everything that a statement may leave behind in its session.
SELECT 'settings' AS aspect, md5(string_agg(concat(name, '=', setting), ',' ORDER BY name)) AS value FROM pg_settings
WHERE name NOT LIKE 'transaction\_%'
UNION ALL
SELECT 'custom settings', concat(current_setting('app.secret', true), current_setting('auth.user_id', true))
UNION ALL
SELECT 'role', concat(session_user, ' ', current_user)
UNION ALL
SELECT 'prepared statements', count(*)::text FROM pg_prepared_statements
UNION ALL
SELECT 'cursors', count(*)::text FROM pg_cursors WHERE name <> ''
UNION ALL
SELECT 'locks', string_agg(concat(locktype, ' ', mode), ',') FROM pg_locks
WHERE pid = pg_backend_pid() AND locktype <> 'virtualxid' AND (database, relation) IS DISTINCT FROM (NULL, NULL)
  AND mode <> 'AccessShareLock'
UNION ALL
SELECT 'channels', string_agg(channel, ',') FROM pg_listening_channels() AS channel
UNION ALL
SELECT 'temporary schema', pg_my_temp_schema()::text

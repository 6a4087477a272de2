-- One setting: what values it takes, what sessions without their own value get (reset_val, since Postern sets some for
-- itself), and what the database and the login role set. $2 is the time of a reload, or NULL.
SELECT json_strip_nulls(json_build_object(
  'name', s.name,
  'type', s.vartype,
  'context', s.context,
  'unit', s.unit,
  'min', s.min_val,
  'max', s.max_val,
  'choices', s.enumvals,
  'description', s.short_desc,
  'value', s.reset_val,
  'default', s.boot_val,
  'source', s.source,
  'pendingRestart', s.pending_restart,
  'isReloaded', coalesce(pg_conf_load_time() > $2::timestamptz, false),
  'database', current_database(),
  'role', session_user,
  'seesFiles', has_table_privilege('pg_file_settings', 'SELECT')
    AND has_function_privilege('pg_show_all_file_settings()', 'EXECUTE'),
  'entries', (
    SELECT coalesce(json_object_agg(
      CASE WHEN r.setdatabase = 0 AND r.setrole = 0 THEN 'everyone'
        WHEN r.setrole = 0 THEN 'database'
        WHEN r.setdatabase = 0 THEN 'role'
        ELSE 'roleInDatabase' END,
      substr(e.entry, strpos(e.entry, '=') + 1)), '{}')
    FROM pg_db_role_setting r, unnest(r.setconfig) e(entry)
    WHERE r.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND r.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = session_user))
      AND lower(split_part(e.entry, '=', 1)) = lower(s.name))))
FROM pg_settings s
WHERE lower(s.name) = lower($1)

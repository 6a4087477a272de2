-- The server's settings as the role sees them. Only text can hold a secret or lead to one: text of extensions and
-- applications, of shell commands, of connections, and the places of files that name users or hold keys.
SELECT json_strip_nulls(json_build_object(
  'name', s.name,
  'current_value', CASE WHEN m.masked AND s.setting <> '' THEN '***' ELSE s.setting END,
  'unit', s.unit,
  'category', s.category,
  'description', s.short_desc,
  'extra_description', s.extra_desc,
  'context', s.context,
  'type', s.vartype,
  'source', s.source,
  'min_value', s.min_val,
  'max_value', s.max_val,
  'enum_values', s.enumvals,
  'default_value', CASE WHEN m.masked AND s.boot_val <> '' THEN '***' ELSE nullif(s.boot_val, s.setting) END,
  'reset_value', CASE WHEN m.masked AND s.reset_val <> '' THEN '***' ELSE nullif(s.reset_val, s.setting) END,
  'pending_restart', s.pending_restart))
FROM pg_settings s,
LATERAL (SELECT s.vartype = 'string' AND s.name ~* concat_ws('|',
  '[.]', 'conninfo', '_command$', '_file$', 'keyfile', '^krb_', 'passw', 'passphrase', 'secret', 'token', 'credential',
  'api_?key') AS masked) m
ORDER BY s.name

-- What the configuration files say of a setting: the one ALTER SYSTEM writes, and the last word of them all.
SELECT
  (array_agg(f.setting ORDER BY f.seqno DESC) FILTER (WHERE f.sourcefile ~ '(^|/)postgresql[.]auto[.]conf$'))[1],
  (array_agg(f.setting ORDER BY f.seqno DESC))[1]
FROM pg_file_settings f
WHERE lower(f.name) = lower($1)

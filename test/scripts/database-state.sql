-- Everything of this database that a statement may leave changed, one row for each thing.
-- Rows are told apart by where they are and who wrote them: any change gives them another place or writer.
SELECT 'rows of ' || relation.oid::regclass AS aspect, xpath('/row/h/text()', query_to_xml(format(
  'SELECT concat(count(*), '' '', sum(hashtext(concat(ctid, xmin)))) AS h FROM %s', relation.oid::regclass
), false, true, ''))::text AS value
FROM pg_class relation
WHERE relkind IN ('r', 'm') AND NOT relisshared AND relname NOT LIKE 'pg_statistic%'
UNION ALL
SELECT 'sequence ' || oid::regclass, xpath('/row/h/text()', query_to_xml(format(
  'SELECT concat(last_value, is_called, log_cnt) AS h FROM %s', oid::regclass
), false, true, ''))::text
FROM pg_class WHERE relkind = 'S'
UNION ALL
SELECT 'large objects', count(*)::text FROM pg_largeobject_metadata
UNION ALL
SELECT 'replication slots', count(*)::text FROM pg_replication_slots
UNION ALL
SELECT 'prepared transactions', count(*)::text FROM pg_prepared_xacts WHERE database = current_database()
UNION ALL
SELECT 'backends', count(*)::text FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend'

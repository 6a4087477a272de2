-- The replicas that stream from this server, in one row also when there are none.
SELECT coalesce(json_agg(json_build_object(
         'pid', r.pid,
         'usename', r.usename,
         'application_name', r.application_name,
         'client_addr', host(r.client_addr),
         'client_hostname', r.client_hostname,
         'client_port', r.client_port,
         'backend_start', r.backend_start,
         'state', r.state,
         'sync_state', r.sync_state,
         'replay_lag', r.replay_lag) ORDER BY r.backend_start DESC NULLS LAST, r.pid), '[]'),
       pg_is_in_recovery(),
       pg_has_role('pg_read_all_stats', 'USAGE')
FROM pg_stat_replication r

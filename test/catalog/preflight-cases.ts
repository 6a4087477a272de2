/** What is granted, what is told of it and what takes it away; $r is the role, $d the database. */
export const dangers: readonly (readonly [power: string, grant: string, what: string, fix: string])[] = [
  [
    "bypass_rls",
    "ALTER ROLE $r BYPASSRLS",
    "Has BYPASSRLS: row security hides nothing from it.",
    "ALTER ROLE $r NOBYPASSRLS;",
  ],
  [
    "create_role",
    "ALTER ROLE $r CREATEROLE",
    "Has CREATEROLE: could create roles, and change those it has created.",
    "ALTER ROLE $r NOCREATEROLE;",
  ],
  [
    "create_db",
    "ALTER ROLE $r CREATEDB",
    "Has CREATEDB: could create databases and do anything in them.",
    "ALTER ROLE $r NOCREATEDB;",
  ],
  [
    "replication",
    "ALTER ROLE $r REPLICATION",
    "Has REPLICATION: could read the changes of all databases past grants and row security, and keep the server's log from being removed.",
    "ALTER ROLE $r NOREPLICATION;",
  ],
  [
    "pg_execute_server_program",
    "GRANT pg_execute_server_program TO $r",
    "Could run programs on the server, as a member of 1 role: pg_execute_server_program.",
    "REVOKE pg_execute_server_program FROM $r;",
  ],
  [
    "write_tables",
    'GRANT INSERT, SELECT ON app."Odd ""na;me" TO $r',
    'Could INSERT on 1 table: app."Odd ""na;me".',
    'REVOKE INSERT ON TABLE app."Odd ""na;me" FROM $r;',
  ],
  [
    "write_tables",
    "GRANT UPDATE (note) ON app.orders TO $r",
    "Could UPDATE on 1 table: app.orders.",
    "REVOKE UPDATE ON TABLE app.orders FROM $r;",
  ],
  [
    "write_tables",
    "GRANT DELETE, TRUNCATE, TRIGGER, REFERENCES ON app.orders, app.items, app.latest TO $r",
    "Could DELETE, TRIGGER, TRUNCATE on 3 tables or views: app.items, app.latest, app.orders.",
    "REVOKE DELETE, TRIGGER, TRUNCATE ON ALL TABLES IN SCHEMA app FROM $r;",
  ],
  [
    "write_tables",
    "GRANT INSERT, MAINTAIN ON app.totals TO $r",
    "Could MAINTAIN on 1 table: app.totals.",
    "REVOKE MAINTAIN ON TABLE app.totals FROM $r;",
  ],
  [
    "create_in_database",
    "GRANT CREATE ON DATABASE $d TO $r",
    "Could create schemas and trusted extensions in 1 database: $d.",
    "REVOKE CREATE ON DATABASE $d FROM $r;",
  ],
  [
    "create_in_schemas",
    "GRANT CREATE ON SCHEMA shut TO $r",
    "Could create tables and functions in 1 schema: shut.",
    "REVOKE CREATE ON SCHEMA shut FROM $r;",
  ],
  [
    "write_large_objects",
    "GRANT UPDATE ON LARGE OBJECT 4711 TO $r",
    "Could write 1 large object: 4711.",
    "REVOKE UPDATE ON LARGE OBJECT 4711 FROM $r;",
  ],
  [
    "foreign_servers",
    "GRANT USAGE ON FOREIGN SERVER elsewhere TO $r",
    "Could reach outside by 1 foreign server: elsewhere.",
    "REVOKE USAGE ON FOREIGN SERVER elsewhere FROM $r;",
  ],
  [
    "foreign_data_wrappers",
    "GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO $r",
    "Could reach outside by foreign servers of its own, with 1 foreign-data wrapper: postgres_fdw.",
    "REVOKE USAGE ON FOREIGN DATA WRAPPER postgres_fdw FROM $r;",
  ],
  [
    "file_functions",
    "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO $r",
    "Could reach the server's files with 1 function: pg_read_file(text).",
    "REVOKE EXECUTE ON ROUTINE pg_read_file(text) FROM $r;",
  ],
  [
    "untrusted_languages",
    "GRANT USAGE ON LANGUAGE c TO $r",
    "Could write functions that run as the server, in 1 language: c.",
    "REVOKE USAGE ON LANGUAGE c FROM $r;",
  ],
  [
    "alter_system",
    "GRANT ALTER SYSTEM ON PARAMETER archive_command TO $r",
    "Could ALTER SYSTEM SET 1 parameter: archive_command.",
    "REVOKE ALTER SYSTEM ON PARAMETER archive_command FROM $r;",
  ],
];

export const warnings: typeof dangers = [
  [
    "pg_signal_backend",
    "GRANT pg_signal_backend TO $r",
    "Could end other roles' statements and sessions, as a member of 1 role: pg_signal_backend.",
    "REVOKE pg_signal_backend FROM $r;",
  ],
  [
    "write_sequences",
    "GRANT USAGE ON SEQUENCE app.orders_id_seq TO $r",
    "Could advance or set 1 sequence: app.orders_id_seq.",
    "REVOKE USAGE ON SEQUENCE app.orders_id_seq FROM $r;",
  ],
  [
    "security_definer",
    "GRANT EXECUTE ON FUNCTION app.act(int) TO $r",
    "Could call, with their owners' rights, 1 SECURITY DEFINER function: app.act(integer).",
    "REVOKE EXECUTE ON ROUTINE app.act(integer) FROM $r;",
  ],
  [
    "untrusted_functions",
    "GRANT EXECUTE ON FUNCTION app.wild() TO $r",
    "Could call, outside of what Postgres confines, 1 function in an untrusted language: app.wild().",
    "REVOKE EXECUTE ON ROUTINE app.wild() FROM $r;",
  ],
  [
    "set_parameters",
    "GRANT SET ON PARAMETER session_replication_role TO $r",
    "Could SET 1 parameter of superusers: session_replication_role.",
    "REVOKE SET ON PARAMETER session_replication_role FROM $r;",
  ],
];

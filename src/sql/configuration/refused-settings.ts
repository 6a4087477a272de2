import { AppError } from "../../errors.ts";

interface RefusedGroup {
  readonly reason: string;
  readonly names: ReadonlySet<string>;
  readonly pattern?: RegExp;
}

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

const GROUPS: readonly RefusedGroup[] = [
  {
    reason: "it bounds what calls through Postern may do",
    names: words(
      "statement_timeout lock_timeout transaction_timeout idle_in_transaction_session_timeout idle_session_timeout",
      "exit_on_error",
    ),
    pattern: /^(default_)?transaction_/,
  },
  {
    reason: "Postern relies on how it makes the server read SQL and names",
    names: words(
      "standard_conforming_strings backslash_quote array_nulls transform_null_equals client_encoding search_path",
    ),
  },
  {
    reason: "it decides who a session acts as and what that role may see or do",
    names: words(
      "role session_authorization is_superuser application_name row_security session_replication_role event_triggers",
      "createrole_self_grant lo_compat_privileges restrict_nonsystem_relation_kind",
    ),
    pattern: /^(auth|postern)\./,
  },
  {
    reason: "it makes the server run programs or load code",
    names: words("extension_control_path jit_provider"),
    pattern: /_command$|_librar(y|ies)$|library_path$|^archive_/,
  },
  {
    reason: "it decides who can connect, and how",
    names: words(
      "listen_addresses port authentication_timeout scram_iterations bonjour bonjour_name db_user_namespace",
      "pre_auth_delay post_auth_delay",
    ),
    pattern: /^(ssl|unix_socket_|krb_|gss_|oauth_|password_|md5_)/,
  },
  {
    reason: "it decides where the server keeps files, or who can read them",
    names: words(
      "log_filename log_destination logging_collector event_source data_directory_mode jit_dump_bitcode",
      "jit_debugging_support jit_profiling_support allow_in_place_tablespaces",
    ),
    pattern: /_(file|file_mode|dir|directory|directories)$|^syslog_/,
  },
  {
    reason: "a wrong value can lose or damage data, or end replication",
    names: words(
      "fsync full_page_writes data_sync_retry wal_sync_method zero_damaged_pages allow_system_table_mods hot_standby",
      "synchronous_commit synchronous_standby_names synchronized_standby_slots sync_replication_slots",
      "restart_after_crash remove_temp_files_after_crash send_abort_for_crash send_abort_for_kill",
      "wal_level max_wal_senders max_replication_slots max_slot_wal_keep_size idle_replication_slot_timeout",
    ),
    pattern: /^(ignore_|recovery_|primary_|promote_)/,
  },
  {
    // What only adds slow statements, waits and statistics to the log stays open.
    reason: "it decides what the server's log tells of who did what",
    names: words(
      "log_statement log_min_messages log_min_error_statement log_connections log_hostname log_replication_commands",
      "log_truncate_on_rotation log_rotation_age log_rotation_size track_activities update_process_title",
    ),
  },
  {
    reason: "it is for the developers of PostgreSQL",
    names: words("wal_consistency_checking backtrace_functions"),
    pattern: /^(debug|trace)_/,
  },
  { reason: "it decides whether settings can be changed at all", names: words("allow_alter_system") },
  {
    // The same words as in src/catalog/settings.sql.
    reason: "its value could be a secret, or lead to one",
    names: words(),
    pattern: /conninfo|keyfile|passw|passphrase|secret|token|credential|api_?key/,
  },
];

// Extensions whose settings tune plans, searches or statistics. Others may run code or switch an audit off.
const KNOWN_EXTENSIONS = words("auto_explain hnsw ivfflat pg_stat_statements pg_trgm");

/** Throws `sql_refused` for what nobody may change through Postern, whatever the connection's role could. */
export function refuseSetting(name: string): void {
  const reason = reasonAgainst(name.toLowerCase());
  if (reason !== undefined) throw refused(name, reason);
}

/** What only the row of pg_settings tells; `refuseSetting` comes first. */
export function refuseKind(setting: { readonly name: string; readonly type: string; readonly context: string }): void {
  const { name, type, context } = setting;
  if (context === "internal") throw refused(name, "it is fixed while the server runs");
  if (type === "string" && name.includes(".")) throw refused(name, "text of an extension could be a secret");
}

function reasonAgainst(name: string): string | undefined {
  const group = GROUPS.find(({ names, pattern }) => names.has(name) || pattern?.test(name) === true);
  if (group !== undefined) return group.reason;
  const [extension = "", ...rest] = name.split(".");
  if (rest.length === 0 || KNOWN_EXTENSIONS.has(extension)) return undefined;
  return "it belongs to an extension whose settings Postern does not know";
}

function refused(name: string, reason: string): AppError {
  return new AppError("sql_refused", `The setting ${name} may not be changed through Postern: ${reason}.`, {
    next: "Only the operator can change it, on the server itself.",
    data: { rule: "setting", node: name },
  });
}

import { expect, test } from "vitest";
import { refuseKind, refuseSetting } from "../../../src/sql/configuration/refused-settings.ts";

test.each([
  ["statement_timeout", "it bounds what calls through Postern may do"],
  ["LOCK_timeout", "it bounds what calls through Postern may do"],
  ["idle_in_transaction_session_timeout", "it bounds what calls through Postern may do"],
  ["default_transaction_read_only", "it bounds what calls through Postern may do"],
  ["transaction_read_only", "it bounds what calls through Postern may do"],
  ["standard_conforming_strings", "Postern relies on how it makes the server read SQL and names"],
  ["search_path", "Postern relies on how it makes the server read SQL and names"],
  ["row_security", "it decides who a session acts as and what that role may see or do"],
  ["session_replication_role", "it decides who a session acts as and what that role may see or do"],
  ["role", "it decides who a session acts as and what that role may see or do"],
  ["auth.user_id", "it decides who a session acts as and what that role may see or do"],
  ["Postern.anything", "it decides who a session acts as and what that role may see or do"],
  ["archive_command", "it makes the server run programs or load code"],
  ["archive_library", "it makes the server run programs or load code"],
  ["shared_preload_libraries", "it makes the server run programs or load code"],
  ["dynamic_library_path", "it makes the server run programs or load code"],
  ["jit_provider", "it makes the server run programs or load code"],
  ["listen_addresses", "it decides who can connect, and how"],
  ["ssl", "it decides who can connect, and how"],
  ["password_encryption", "it decides who can connect, and how"],
  ["hba_file", "it decides where the server keeps files, or who can read them"],
  ["log_directory", "it decides where the server keeps files, or who can read them"],
  ["log_file_mode", "it decides where the server keeps files, or who can read them"],
  ["fsync", "a wrong value can lose or damage data, or end replication"],
  ["ignore_checksum_failure", "a wrong value can lose or damage data, or end replication"],
  ["synchronous_commit", "a wrong value can lose or damage data, or end replication"],
  ["wal_level", "a wrong value can lose or damage data, or end replication"],
  ["max_wal_senders", "a wrong value can lose or damage data, or end replication"],
  ["max_replication_slots", "a wrong value can lose or damage data, or end replication"],
  ["max_slot_wal_keep_size", "a wrong value can lose or damage data, or end replication"],
  ["idle_replication_slot_timeout", "a wrong value can lose or damage data, or end replication"],
  ["log_statement", "it decides what the server's log tells of who did what"],
  ["log_min_messages", "it decides what the server's log tells of who did what"],
  ["log_min_error_statement", "it decides what the server's log tells of who did what"],
  ["log_connections", "it decides what the server's log tells of who did what"],
  ["log_truncate_on_rotation", "it decides what the server's log tells of who did what"],
  ["track_activities", "it decides what the server's log tells of who did what"],
  ["debug_discard_caches", "it is for the developers of PostgreSQL"],
  ["allow_alter_system", "it decides whether settings can be changed at all"],
  ["some_api_key", "its value could be a secret, or lead to one"],
  ["pgaudit.log", "it belongs to an extension whose settings Postern does not know"],
  ["plperl.on_init", "it belongs to an extension whose settings Postern does not know"],
  ["hnsw.secret", "its value could be a secret, or lead to one"],
])("refuses %s because %s", (name, reason) => {
  const message = `The setting ${name} may not be changed through Postern: ${reason}.`;
  expect(() => refuseSetting(name)).toThrow(expect.objectContaining({ code: "sql_refused", message }));
});

test.each(["work_mem", "log_min_duration_statement", "log_temp_files", "hnsw.ef_search"])(
  "lets %s be changed",
  (name) => {
    expect(() => refuseSetting(name)).not.toThrow();
  },
);

test("refuses what is fixed, and text of extensions", () => {
  const kind = { name: "auto_explain.log_what", type: "string", context: "superuser" };
  expect(() => refuseKind(kind)).toThrow("could be a secret");
  expect(() => refuseKind({ ...kind, type: "enum" })).not.toThrow();
  expect(() => refuseKind({ name: "block_size", type: "integer", context: "internal" })).toThrow("is fixed");
});

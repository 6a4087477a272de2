import { type Place, Refusal } from "../refusal.ts";
import { isListing, SCHEMA_ADVICE } from "./schema-advice.ts";

// Settings that describe the server. All others are refused, since applications keep secrets in custom settings.
const READABLE = new Set(
  [
    "server_version server_version_num search_path timezone server_encoding client_encoding datestyle intervalstyle",
    "lc_collate lc_ctype block_size integer_datetimes max_identifier_length default_text_search_config is_superuser",
    "transaction_read_only transaction_isolation statement_timeout lock_timeout default_transaction_isolation",
    "application_name row_security bytea_output extra_float_digits standard_conforming_strings max_connections",
    "work_mem maintenance_work_mem shared_buffers effective_cache_size random_page_cost seq_page_cost jit",
    "max_parallel_workers_per_gather default_statistics_target autovacuum",
  ]
    .join(" ")
    .split(" "),
);

export function checkSetting(name: string | undefined, place?: Place): void {
  if (name !== undefined && READABLE.has(name.toLowerCase())) return;
  throw new Refusal(
    "setting",
    name ?? "current_setting",
    name === undefined ? "A setting must be named by a plain string." : `The setting ${name} may not be read.`,
    name !== undefined && isListing(name)
      ? SCHEMA_ADVICE
      : "Read one of server_version, search_path, timezone or statement_timeout.",
    place,
  );
}

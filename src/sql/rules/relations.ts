import { listField, namesOf, textField, type TreeNode } from "../parse-tree.ts";
import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { checkDeniedRelation } from "./denied-names.ts";

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

// Passwords, connection strings, other sessions, server files and settings: refused whatever the policy says.
const SENSITIVE = words(
  "pg_authid pg_shadow pg_roles pg_user pg_user_mapping pg_user_mappings pg_subscription pg_largeobject pg_statistic",
  "pg_statistic_ext_data pg_hba_file_rules pg_ident_file_mappings pg_file_settings pg_config pg_aios",
  "pg_backend_memory_contexts pg_shmem_allocations pg_shmem_allocations_numa pg_replication_slots",
  "pg_stat_activity pg_stat_replication pg_stat_wal_receiver pg_stat_ssl pg_stat_gssapi pg_stat_subscription",
  "pg_stat_progress_analyze pg_stat_progress_basebackup pg_stat_progress_cluster pg_stat_progress_copy",
  "pg_stat_progress_create_index pg_stat_progress_vacuum",
  "pg_prepared_statements pg_cursors pg_prepared_xacts pg_replication_origin pg_replication_origin_status",
  "pg_stat_statements pg_stat_statements_info pg_stat_monitor pg_store_plans pg_foreign_server pg_locks",
  "pg_db_role_setting pg_settings pg_dist_authinfo pg_dist_poolinfo",
  "_pg_user_mappings _pg_foreign_servers user_mapping_options foreign_server_options",
);
const INFORMATION_SCHEMA_ONLY = words("user_mapping_options foreign_server_options");
// They show sample values of every table that the role can read, also of those that the policy hides.
const SAMPLES = words("pg_stats pg_stats_ext pg_stats_ext_exprs");
const SENSITIVE_SCHEMAS = words(
  "vault pgsodium cron net supabase_functions repack pglogical partman squeeze dbms_alert dbms_pipe utl_file",
  "aws_s3 aws_lambda aws_commons tiger",
);
const SYSTEM_SCHEMA = /^pg_(toast|temp)/;
const CATALOG_SCHEMAS = words("pg_catalog information_schema");

/** Checks a table or view; names that WITH defines are not among them. */
export function checkRelation(relation: TreeNode, policy: GuardPolicy): void {
  const name = textField(relation, "relname") ?? "";
  const schema = textField(relation, "schemaname");
  if (relation["catalogname"] !== undefined) {
    throw new Refusal("cross_database", name, "Other databases cannot be queried.", "Name it as schema.table.");
  }
  const label = schema === undefined ? name : `${schema}.${name}`;
  if (isSensitive(schema, name, policy)) {
    throw new Refusal("sensitive_relation", label, `${label} may not be read.`, "Query the application's own tables.");
  }
  checkDeniedRelation(schema, name, policy);
  const catalog = schema === undefined ? name.startsWith("pg_") : CATALOG_SCHEMAS.has(schema);
  if (catalog && !policy.allowCatalog) {
    throw new Refusal(
      "catalog",
      label,
      `${label} belongs to the system catalogue, which may not be read here.`,
      "Use the schema tools and resources; qualify an own table of that name with its schema.",
    );
  }
  if (!catalog && schema !== undefined) checkSchema(schema, label, policy);
}

export function checkSchema(schema: string, label: string, policy: GuardPolicy): void {
  const allowed = policy.allowedSchemas;
  if (allowed === undefined || allowed.includes(schema)) return;
  throw new Refusal("schema", label, `The schema ${schema} may not be read.`, `Use: ${allowed.join(", ")}.`);
}

function isSensitive(schema: string | undefined, name: string, policy: GuardPolicy): boolean {
  if (schema !== undefined && (SENSITIVE_SCHEMAS.has(schema) || SYSTEM_SCHEMA.test(schema))) return true;
  if (INFORMATION_SCHEMA_ONLY.has(name)) return schema === "information_schema";
  if (SAMPLES.has(name)) return policy.allowedSchemas !== undefined || (policy.deniedRelations ?? []).length > 0;
  // In every schema, because extensions such as pg_stat_statements are installed anywhere.
  return SENSITIVE.has(name);
}

/** A sampling method is a function by another name. */
export function checkSample(sample: TreeNode): void {
  const method = namesOf(listField(sample, "method")).join(".");
  if (method === "bernoulli" || method === "system") return;
  throw new Refusal("tablesample", method, `TABLESAMPLE ${method} is not allowed.`, "Use BERNOULLI or SYSTEM.");
}

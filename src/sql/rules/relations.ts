import { listField, namesOf, textField, type TreeNode } from "../parse-tree.ts";
import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

// Passwords, connection strings, other sessions, server files and settings: refused whatever the policy says.
const SENSITIVE = new Set(
  [
    "pg_authid pg_shadow pg_user_mapping pg_user_mappings pg_subscription pg_largeobject pg_statistic",
    "pg_statistic_ext_data pg_hba_file_rules pg_ident_file_mappings pg_file_settings pg_config",
    "pg_backend_memory_contexts pg_shmem_allocations pg_shmem_allocations_numa pg_replication_slots",
    "pg_stat_activity pg_stat_replication pg_stat_wal_receiver pg_stat_ssl pg_stat_gssapi pg_stat_subscription",
    "pg_prepared_statements pg_cursors pg_prepared_xacts pg_replication_origin pg_replication_origin_status",
    "pg_stat_statements pg_stat_statements_info pg_foreign_server pg_locks pg_db_role_setting pg_settings",
    "_pg_user_mappings _pg_foreign_servers user_mapping_options foreign_server_options",
  ]
    .join(" ")
    .split(" "),
);
const INFORMATION_SCHEMA_ONLY = new Set(["user_mapping_options", "foreign_server_options"]);
const SENSITIVE_SCHEMAS = new Set(
  [
    "vault pgsodium cron net supabase_functions repack pglogical partman squeeze dbms_alert dbms_pipe utl_file",
    "aws_s3 aws_lambda aws_commons tiger",
  ]
    .join(" ")
    .split(" "),
);
const SYSTEM_SCHEMA = /^pg_(toast|temp)/;
const CATALOG_SCHEMAS = new Set(["pg_catalog", "information_schema"]);

/** Checks a relation in FROM; `ctes` are the names that WITH defines at this place. */
export function checkRelation(relation: TreeNode, policy: GuardPolicy, ctes: ReadonlySet<string>): void {
  const name = textField(relation, "relname") ?? "";
  const schema = textField(relation, "schemaname");
  if (relation["catalogname"] !== undefined) {
    throw new Refusal("cross_database", name, "Other databases cannot be queried.", "Name it as schema.table.");
  }
  if (schema === undefined && ctes.has(name)) return;
  const label = schema === undefined ? name : `${schema}.${name}`;
  if (isSensitive(schema, name)) {
    throw new Refusal("sensitive_relation", label, `${label} may not be read.`, "Query the application's own tables.");
  }
  const catalog = schema === undefined ? name.startsWith("pg_") : CATALOG_SCHEMAS.has(schema);
  if (catalog && !policy.allowCatalog) {
    throw new Refusal(
      "catalog",
      label,
      `${label} belongs to the system catalogue, which may not be read here.`,
      "Use the schema tools and resources; qualify an own table of that name with its schema.",
    );
  }
  const allowed = policy.allowedSchemas;
  if (!catalog && schema !== undefined && allowed !== undefined && !allowed.includes(schema)) {
    throw new Refusal("schema", label, `The schema ${schema} may not be read.`, `Use: ${allowed.join(", ")}.`);
  }
}

function isSensitive(schema: string | undefined, name: string): boolean {
  if (schema !== undefined && (SENSITIVE_SCHEMAS.has(schema) || SYSTEM_SCHEMA.test(schema))) return true;
  if (INFORMATION_SCHEMA_ONLY.has(name)) return schema === "information_schema";
  // In every schema, because extensions such as pg_stat_statements are installed anywhere.
  return SENSITIVE.has(name);
}

/** A sampling method is a function by another name. */
export function checkSample(sample: TreeNode): void {
  const method = namesOf(listField(sample, "method")).join(".");
  if (method === "bernoulli" || method === "system") return;
  throw new Refusal("tablesample", method, `TABLESAMPLE ${method} is not allowed.`, "Use BERNOULLI or SYSTEM.");
}

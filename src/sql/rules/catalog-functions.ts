import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

// They print what the catalogue holds, source code of functions included, for any object id a query counts up to.
const PREFIX = "pg_get_";
const OPEN = new Set(["pg_get_keywords", "pg_get_serial_sequence", "pg_get_userbyid"]);

// They tell whether an object exists, what it is called, how large it is, or who may use it.
const READING = new Set(
  [
    "obj_description col_description shobj_description pg_describe_object pg_identify_object",
    "pg_identify_object_as_address to_regclass to_regtype to_regtypemod to_regproc to_regprocedure to_regoper",
    "to_regoperator to_regnamespace to_regrole to_regcollation pg_has_role row_security_active",
    "pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size pg_database_size pg_tablespace_size",
    "pg_partition_tree pg_partition_ancestors pg_partition_root pg_relation_is_publishable pg_relation_is_updatable",
    "pg_column_is_updatable pg_index_has_property pg_index_column_has_property pg_sequence_parameters",
  ]
    .join(" ")
    .split(" "),
);
const PRIVILEGE = /^has_[a-z_]+_privilege$/;

// Types that look a name up in the catalogue, or an object id. The names of types and of text search configurations
// are part of ordinary queries and stay open.
const LOOKUP_TYPES = new Set(
  "regclass regproc regprocedure regoper regoperator regrole regnamespace regcollation".split(" "),
);
const CONVERSION = /(?:in|out|recv|send)$/;

/** Keeps the catalogue closed to functions too when the policy closes it. */
export function checkCatalogFunction(name: string, policy: GuardPolicy): void {
  if (!policy.allowCatalog && readsCatalog(name)) refuse(name);
}

/** The same for casts such as 'orders'::regclass; `_regclass` is the array type. */
export function checkCatalogType(name: string, policy: GuardPolicy): void {
  if (!policy.allowCatalog && LOOKUP_TYPES.has(name.replace(/^_/, ""))) refuse(name);
}

function readsCatalog(name: string): boolean {
  if (name.startsWith(PREFIX)) return !OPEN.has(name);
  // A type's name is also that of a function, as are those of its conversions from and to text.
  const converts = LOOKUP_TYPES.has(name) || LOOKUP_TYPES.has(name.replace(CONVERSION, ""));
  return converts || READING.has(name) || PRIVILEGE.test(name);
}

function refuse(name: string): never {
  throw new Refusal(
    "catalog",
    name,
    `${name} reads the system catalogue, which may not be read here.`,
    "Use get_schema_info.",
  );
}

export interface GuardPolicy {
  /** Whether pg_catalog and information_schema may be read. */
  readonly allowCatalog: boolean;
  /** Functions beyond the built-in table, as `name` or `schema.name`. They never reopen a refused built-in. */
  readonly allowedFunctions: readonly string[];
  /** When given, the only schemas a qualified relation may name. */
  readonly allowedSchemas?: readonly string[] | undefined;
}

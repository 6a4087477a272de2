export interface GuardPolicy {
  /** Whether pg_catalog and information_schema may be read. */
  readonly allowCatalog: boolean;
  /** Functions beyond the built-in table, as `name` or `schema.name`. They never reopen a refused built-in. */
  readonly allowedFunctions: readonly string[];
  /** When given, the only schemas a relation may be in; the database layer searches no others for unqualified names. */
  readonly allowedSchemas?: readonly string[] | undefined;
  /** Functions to refuse, built-ins included: `name` in every schema, or `schema.name`. */
  readonly deniedFunctions?: readonly string[] | undefined;
  /** Relations to refuse: `name` in every schema, `schema.name`, or `schema.*`. */
  readonly deniedRelations?: readonly string[] | undefined;
}

/** Which part of the schema a tenant's policy shows. */
export interface VisibleSchemas {
  readonly allowedSchemas?: readonly string[];
  /** As name, schema.name or schema.*. */
  readonly deniedRelations: readonly string[];
}

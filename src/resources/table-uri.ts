/** The URI of a table's resource. */
export function tableUri(schema: string, table: string): string {
  return `postgres:///${encodeURIComponent(schema)}/${encodeURIComponent(table)}`;
}

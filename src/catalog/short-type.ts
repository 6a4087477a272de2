/** The type by its common name. */
export function shortType(type: string): string {
  return type
    .replace("timestamp with time zone", "timestamptz")
    .replace("timestamp without time zone", "timestamp")
    .replace("character varying", "varchar")
    .replace(/^character\b/, "char");
}

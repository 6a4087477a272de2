import type { SearchTable } from "../catalog/search-table.ts";

/** What tells a row from the others, by name. */
export type RowIdentity = Readonly<Record<string, string | number>>;

/** The row's key by column; without one, where the row is stored, or a hash of it. */
export function identifyRow(
  { key, kind, columns, hasPlaces, hasChildren }: SearchTable,
  parts: readonly string[],
): RowIdentity {
  if (key !== undefined) {
    return Object.fromEntries(
      key.map((name, index) => [
        name,
        keyValue(parts[index] ?? "", columns.find((column) => column.name === name)?.kind),
      ]),
    );
  }
  const [first = "", second = ""] = parts;
  if (!hasPlaces) return { row_md5: first };
  return kind === "p" || hasChildren ? { table: first, ctid: second } : { ctid: second };
}

function keyValue(text: string, kind: string | undefined): string | number {
  return kind === "integer" && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

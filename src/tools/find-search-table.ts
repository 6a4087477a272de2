import { nearestNames } from "../catalog/nearest-names.ts";
import { readSearchTable, type SearchTable } from "../catalog/search-table.ts";
import { readTableName } from "../catalog/table-name.ts";
import { relationNames } from "../catalog/visible-names.ts";
import type { Database } from "../context.ts";
import { AppError } from "../errors.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import { cellText } from "./cell-text.ts";

/** The table that is meant, or an error that says which ones could be. */
export async function findSearchTable({ read }: Database, name: string, policy: TenantPolicy): Promise<SearchTable> {
  const reading = readTableName(name);
  if (reading === undefined) {
    throw new AppError("invalid_arguments", "table_name is not a name or schema.name.", {
      next: 'Put names with dots or quotes in double quotes, as in "my schema"."my.table".',
    });
  }
  const { matches, table } = await readSearchTable(read, reading, policy);
  if (table !== undefined) return table;
  if (matches.length > 0) {
    const places = matches.map((match) => `${cellText(match.schema)}.${cellText(match.name)}`);
    throw new AppError("invalid_arguments", `${String(matches.length)} schemas have a table of this name.`, {
      next: `Say which: ${places.slice(0, 10).join(", ")}.`,
      data: { suggestions: places.slice(0, 10) },
    });
  }
  const suggestions = nearestNames(name, await relationNames(read, policy)).map(cellText);
  throw new AppError("invalid_arguments", "There is no table or view of this name that this role may read.", {
    next:
      suggestions.length === 0
        ? "Call get_schema_info to see which tables there are."
        : `Did you mean ${suggestions.join(" or ")}?`,
    ...(suggestions.length === 0 ? {} : { data: { suggestions } }),
  });
}

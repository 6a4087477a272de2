import type { PGlite } from "@electric-sql/pglite";
import type { Read } from "../../src/catalog/read.ts";
import { builtinType } from "../../src/db/builtin-type.ts";
import { toJsonValue } from "../../src/db/json-value.ts";

const asText = Object.fromEntries(Array.from({ length: 5000 }, (_, oid) => [oid, (text: string) => text]));

/** Runs statements of ours on a database in this process, with the names they mean, and reads values as the driver does. */
export function pgliteRead(database: PGlite): Read {
  return async (statement, parameters, maxRows) => {
    await database.exec("SET search_path = pg_catalog, pg_temp; SET extra_float_digits = 1");
    const result = await database.query<(string | null)[]>(statement.text, [...parameters], {
      rowMode: "array",
      parsers: asText,
    });
    await database.exec("RESET search_path");
    const types = result.fields.map(({ dataTypeID }) => builtinType(dataTypeID) ?? { name: "text" });
    return {
      columns: result.fields.map(({ name }, index) => ({ name, type: types[index]?.name ?? "" })),
      rows: result.rows
        .slice(0, maxRows)
        .map((row) => row.map((text, index) => toJsonValue(text, types[index] ?? { name: "text" }))),
      truncated: result.rows.length > maxRows,
    };
  };
}

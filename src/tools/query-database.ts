import { addressQuery } from "./address-query.ts";
import { chooseConnection } from "./choose-connection.ts";
import { defineTool, readOnly } from "./define-tool.ts";
import { remainderOf, structureOf, tableOf } from "./describe-page.ts";
import { queryInput, queryOutput } from "./query-schema.ts";
import { readPage } from "./read-page.ts";

export const queryDatabase = defineTool({
  name: "query_database",
  title: "Query the database, with context",
  description: "Like query, and the answer repeats the database and the SQL it comes from.",
  scope: "read",
  input: queryInput,
  output: queryOutput,
  annotations: readOnly,
  async run(context, given) {
    const { args, chosen } = await addressQuery(context, given);
    if (chosen !== undefined) return await chooseConnection(context, chosen);
    const page = await readPage(context, args);
    const { database, id } = page.database.connection;
    const heading = `Database: ${id} (${database})\n\nSQL Query:\n${args.query}\n\n`;
    const results = `Results (${String(page.rows.length)} rows${remainderOf(page)}):\n`;
    return {
      text: `${heading}${results}${tableOf(page, args.format)}`,
      structured: structureOf(page),
    };
  },
});

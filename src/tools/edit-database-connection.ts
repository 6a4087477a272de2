import { checkConnection } from "../catalog/check-connection.ts";
import { connectionFields, connectionProperties } from "./connection-schema.ts";
import { defineTool } from "./define-tool.ts";
import { connectionLine, connectionStructure, describeCheck, savedOutput } from "./describe-connection.ts";

// What is left out stays as it is, so nothing has a default here.
const { port: _port, dbname: _dbname, ...unchanged } = connectionProperties;

export const editDatabaseConnection = defineTool({
  name: "edit_database_connection",
  title: "Change a saved connection",
  description:
    "Change some fields of a saved connection and check its role again. Another host, port or user needs the password too.",
  scope: "admin",
  input: {
    type: "object",
    properties: {
      alias: { type: "string" },
      ...unchanged,
      port: { type: "integer", minimum: 1, maximum: 65_535 },
      dbname: { type: "string" },
    },
    required: ["alias"],
    additionalProperties: false,
  },
  output: savedOutput,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run(context, args) {
    const { alias, ...changes } = args;
    const { connection, read } = await context.connections.edit(alias, connectionFields(changes));
    const check = await checkConnection(read);
    return {
      text: `Successfully updated connection '${connection.id}'\n${connectionLine(connection)}\n${describeCheck(check)}`,
      structured: { connection: connectionStructure(connection), check },
    };
  },
});

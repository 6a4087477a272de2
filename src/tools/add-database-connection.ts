import { checkConnection } from "../catalog/check-connection.ts";
import type { ConnectionFields } from "../context.ts";
import { connectionFields, connectionProperties } from "./connection-schema.ts";
import { defineTool } from "./define-tool.ts";
import { connectionLine, connectionStructure, describeCheck, savedOutput } from "./describe-connection.ts";

export const addDatabaseConnection = defineTool({
  name: "add_database_connection",
  title: "Save a database connection",
  description:
    "Save a Postgres connection under an alias, sealed, and tell what its role could do beyond reading. The password passes through this conversation: give a role that may only read.",
  scope: "admin",
  input: {
    type: "object",
    properties: { alias: { type: "string", description: "Name for tools to use" }, ...connectionProperties },
    required: ["alias", "host", "user"],
    additionalProperties: false,
  },
  output: savedOutput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(context, args) {
    const { alias, host, user, ...others } = args;
    const fields: ConnectionFields = { ...connectionFields(others), host, user };
    const { connection, read } = await context.connections.add(alias, fields);
    const check = await checkConnection(read);
    return {
      text: `Successfully saved connection '${connection.id}'\n${connectionLine(connection)}\n${describeCheck(check)}`,
      structured: { connection: connectionStructure(connection), check },
    };
  },
});

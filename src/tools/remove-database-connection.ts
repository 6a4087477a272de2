import { defineTool } from "./define-tool.ts";

export const removeDatabaseConnection = defineTool({
  name: "remove_database_connection",
  title: "Remove a saved connection",
  description: "Forget a saved connection and its password, for every token of the tenant.",
  scope: "admin",
  input: {
    type: "object",
    properties: { alias: { type: "string" } },
    required: ["alias"],
    additionalProperties: false,
  },
  output: { type: "object", properties: { removed: { type: "string" } } },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(context, { alias }) {
    await context.connections.remove(alias);
    return { text: `Successfully removed connection '${alias}'`, structured: { removed: alias } };
  },
});

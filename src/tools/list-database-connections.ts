import { defineTool, readOnly } from "./define-tool.ts";
import { fence } from "./fence.ts";
import { connectionLine, connectionOutput, connectionStructure } from "./describe-connection.ts";

export const listDatabaseConnections = defineTool({
  name: "list_database_connections",
  title: "List saved connections",
  description: "The saved connections this token may use, without passwords, and which one is its default.",
  scope: "admin",
  input: { type: "object", properties: {}, additionalProperties: false },
  output: {
    type: "object",
    properties: { connections: { type: "array", items: connectionOutput }, current: { type: "string" } },
  },
  annotations: readOnly,
  async run({ tenant: { connections } }) {
    const [current] = connections;
    const sorted = connections.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const lines = sorted.map((item) => `${connectionLine(item)}${item === current ? ", the default" : ""}`);
    const structured = { connections: sorted.map(connectionStructure), ...(current && { current: current.id }) };
    const heading = `Saved Database Connections (${String(sorted.length)} total):`;
    // Users, databases and descriptions are whatever somebody saved.
    const list = sorted.length === 0 ? "None yet: call add_database_connection." : fence(lines.join("\n"));
    return await Promise.resolve({ text: `${heading}\n${list}`, structured });
  },
});

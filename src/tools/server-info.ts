import { defineTool, readOnly } from "./define-tool.ts";

export const serverInfo = defineTool({
  name: "server_info",
  title: "About this server",
  description:
    "Tell what this server is, its version, the tenant, its limits and connections. Does not touch the database.",
  scope: "read",
  input: { type: "object", properties: {}, additionalProperties: false },
  output: {
    type: "object",
    properties: {
      name: { type: "string" },
      version: { type: "string" },
      tenant: { type: "string" },
      scopes: { type: "array", items: { type: "string" } },
      connections: { type: "array", items: { type: "string" } },
      maxRows: { type: "integer" },
      statementTimeoutMs: { type: "integer" },
    },
  },
  annotations: readOnly,
  async run(context) {
    const { tenant } = context;
    const structured = {
      name: "Postern",
      version: context.version,
      tenant: tenant.id,
      scopes: context.scopes,
      connections: tenant.connections.map((connection) => connection.id),
      maxRows: tenant.policy.maxRows,
      statementTimeoutMs: tenant.policy.statementTimeoutMs,
    };
    const lines = Object.entries(structured).map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`,
    );
    return await Promise.resolve({ text: lines.join("\n"), structured });
  },
});

import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { chooseConnection } from "./choose-connection.ts";
import { defineTool } from "./define-tool.ts";
import { connectionOutput } from "./describe-connection.ts";
import { refuseUrl } from "./refuse-url.ts";

export const setDatabaseConnection = defineTool({
  name: "set_database_connection",
  title: "Choose the default connection",
  description: "Choose the saved connection that this token uses when a call names none.",
  scope: "admin",
  input: {
    type: "object",
    properties: { connection_string: { type: "string", description: "Alias or host of a saved connection" } },
    required: ["connection_string"],
    additionalProperties: false,
  },
  output: { type: "object", properties: { connection: connectionOutput, relations: { type: "integer" } } },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(context, { connection_string: wanted }) {
    return await chooseConnection(context, findAlias(context, wanted.trim()));
  },
});

/** A host stands for the one connection that leads there. */
function findAlias({ tenant: { connections } }: RequestContext, wanted: string): string {
  refuseUrl(wanted);
  const name = wanted.toLowerCase();
  if (connections.some(({ id }) => id === name)) return name;
  const there = connections.filter(({ host }) => host.toLowerCase() === name);
  const [only, second] = there;
  if (second !== undefined) {
    throw new AppError("invalid_arguments", `Several connections lead to ${wanted}.`, {
      next: `Use one of: ${there.map(({ id }) => id).join(", ")}.`,
    });
  }
  return only?.id ?? wanted;
}

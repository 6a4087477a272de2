import { listRelations } from "../catalog/relations.ts";
import type { RequestContext } from "../context.ts";
import type { ToolAnswer } from "./define-tool.ts";
import { connectionStructure } from "./describe-connection.ts";

const MAX_COUNTED = 10_000;

/** Makes a connection the token's default once its database has answered. */
export async function chooseConnection(context: RequestContext, alias: string): Promise<ToolAnswer> {
  const { connection, read } = context.database(alias);
  const options = { commentCharacters: 0, limit: MAX_COUNTED };
  const { length: relations } = await listRelations(read, context.tenant.policy, options);
  await context.connections.choose(connection.id);
  const many = relations === MAX_COUNTED ? `${String(relations)} or more` : String(relations);
  return {
    text: `Successfully connected to database. This token now uses ${connection.id} when it names no connection: ${many} tables and views. Elsewhere in the world the change can take a minute.`,
    structured: { connection: connectionStructure(connection), relations },
  };
}

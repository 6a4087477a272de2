import { localEmbedder } from "../../src/ai/local-embedder.ts";
import { call, createCaller, type Reply } from "../support/worker.ts";

/** Calls similarity_search with a token of a tenant of the database at `url`; returns the JSON-RPC result. */
export async function createSearch(
  url: string,
  policy: object = {},
): Promise<(args: object) => Promise<Reply["json"]>> {
  const { token } = await createCaller({ url, policy });
  return async (args) => (await call(token, "tools/call", { name: "similarity_search", arguments: args })).json.result;
}

/** A row of VALUES: these texts, then the vector of them together as an array. */
export async function valuesWithVector(id: number, ...texts: readonly string[]): Promise<string> {
  const { vectors } = await localEmbedder.embed([texts.join("\n")], "document");
  const quoted = texts.map((text) => `'${text.replaceAll("'", "''")}'`);
  return `(${String(id)}, ${quoted.join(", ")}, '{${(vectors[0] ?? []).join(",")}}')`;
}

import type { ClientMessage } from "./client-message.ts";

const REVISION = "io.modelcontextprotocol/protocolVersion";
/** The parameter that Mcp-Name repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const isPlain = (value: string): boolean =>
  /^[!-~](?:[\t -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);

/** As the revision 2026-07-28 wants names that are no plain header values. */
const encodeName = (name: string): string =>
  isPlain(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;

/** A value that no header can hold is left out: the Worker then says what is missing. */
const header = (name: string, value: unknown): Record<string, string> =>
  typeof value === "string" && isPlain(value) ? { [name]: value } : {};

/**
 * What a message needs over HTTP besides its body: from the message itself where it names its revision, as messages do
 * from 2026-07-28 on, else the revision that `initialize` agreed on.
 */
export function requestHeaders({ method, params }: ClientMessage, negotiated: string | undefined) {
  const meta = params["_meta"] as Readonly<Record<string, unknown>> | null | undefined;
  const claimed = meta?.[REVISION];
  if (claimed === undefined) return header("mcp-protocol-version", negotiated);
  const name = params[NAMED_BY[method ?? ""] ?? ""];
  return {
    ...header("mcp-protocol-version", claimed),
    ...header("mcp-method", method),
    ...(typeof name === "string" ? { "mcp-name": encodeName(name) } : {}),
  };
}

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createSocketCaller } from "../support/socket-caller.ts";

interface Answer {
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever came back
  readonly structured: any;
  readonly isError: boolean;
}

export interface ToolCaller {
  readonly tokenId: string;
  /** What its client must send. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls a tool; a result that its own output schema does not admit is an error. */
  readonly tool: (name: string, args: object) => Promise<Answer>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly document: (uri: string) => Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly rpc: (method: string, params?: object) => Promise<any>;
}

type Options =
  | { readonly databaseUrl: string; readonly policy?: object; readonly token?: object }
  | { readonly tenant: string; readonly token?: object };

/** A token on a Worker on a socket: of this tenant, or of a new one whose database is this one. */
export async function createToolCaller(worker: URL, options: Options): Promise<ToolCaller> {
  const headers = await createSocketCaller(worker, options);
  const validators = new Map<string, ValidateFunction>();
  const rpc: ToolCaller["rpc"] = async (method, params = {}) => {
    const response = await fetch(new URL("/mcp", worker), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: object };
    if (error !== undefined) throw Object.assign(new Error(method), error);
    return result;
  };
  const ajv = new Ajv2020({ strict: true });
  for (const { name, outputSchema } of (await rpc("tools/list")).tools)
    validators.set(name, ajv.compile(outputSchema ?? {}));
  return {
    tokenId: headers["authorization"]?.split("_")[1] ?? "",
    headers,
    rpc,
    async tool(name, args) {
      const { content, structuredContent, isError } = await rpc("tools/call", { name, arguments: args });
      const validate = validators.get(name);
      if (isError !== true && validate?.(structuredContent) !== true) {
        throw new Error(`${name} answered what its schema does not admit: ${ajv.errorsText(validate?.errors)}`);
      }
      return { text: content[0].text, structured: structuredContent, isError: isError === true };
    },
    async document(uri) {
      return JSON.parse((await rpc("resources/read", { uri })).contents[0].text);
    },
  };
}

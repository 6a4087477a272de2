import type { Answer } from "./envelope.ts";
import type { CloudflareState } from "./state.ts";

export interface Call {
  readonly state: CloudflareState;
  /** The parts of the path that the route names, in order. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** "GET /accounts/:account/workers/subdomain": what follows a colon is one part of the path. */
export function route(line: string, answer: Route["answer"]): Route {
  const [method = "", path = ""] = line.split(" ");
  return { method, path: new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`), answer };
}

export const readJson = <T>({ body }: Call): T => JSON.parse(new TextDecoder().decode(body)) as T;

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCall, type Fault } from "./answer-call.ts";
import { startEdge } from "./edge.ts";
import type { World } from "./run-version.ts";
import { type CloudflareState, newState } from "./state.ts";

const API = "/client/v4";
const EDGE = "/edge/";

export interface CloudflareApi {
  readonly state: CloudflareState;
  /** What wrangler takes from the environment to talk to this and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  /** "POST /accounts/.../storage/kv/namespaces", the oldest first. */
  readonly requests: string[];
  readonly faults: Fault[];
  /** In place of the Internet's: reaches the deployed Workers by their addresses below workers.dev. */
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Cloudflare's API as its documentation describes it, for one account, and the Workers that are deployed to it. */
export async function startCloudflareApi(world: World): Promise<CloudflareApi> {
  const state = newState();
  const edge = await startEdge(state, world);
  const [requests, faults]: [string[], Fault[]] = [[], []];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await readBody(request);
    if (url.pathname.startsWith(EDGE)) {
      const wanted = new URL(`https://${url.pathname.slice(EDGE.length)}${url.search}`);
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const reply = await edge.fetch(wanted, { method: request.method ?? "GET", headers, body });
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer()));
      return;
    }
    const path = url.pathname.slice(API.length);
    const { method = "GET", headers: asked } = request;
    requests.push(`${method} ${path}`);
    const {
      status,
      headers = {},
      body: said,
    } = await answerCall(method, path, asked.authorization, faults, {
      state,
      query: url.searchParams,
      body,
      contentType: asked["content-type"] ?? "",
    });
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(said));
  }

  const server = createServer((request, response) => {
    // A mistake of this server's own: the test that meets it shows what it was.
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const outside = globalThis.fetch;
  return {
    state,
    requests,
    faults,
    env: { CLOUDFLARE_API_BASE_URL: `${origin}${API}`, CLOUDFLARE_API_TOKEN: state.token },
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.hostname.endsWith(".workers.dev")) return outside(input, init);
      const target = `${origin}${EDGE}${url.host}${url.pathname}${url.search}`;
      return outside(input instanceof Request ? new Request(target, input) : target, init);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await edge.close();
    },
  };
}

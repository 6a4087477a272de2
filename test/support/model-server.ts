import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import type { ModelAnswer, ModelRecord, ModelRequest } from "./model-script.ts";

interface Script {
  readonly answers: ModelAnswer[];
  readonly requests: ModelRequest[];
  abandoned: number;
}

export interface ModelServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands where a provider of models would: a test tells it what to answer, asks it as `/s/<script>/...`, and reads what
 * was sent to it. The last answer of a script is given again and again.
 */
export async function startModelServer(): Promise<ModelServer> {
  const scripts = new Map<string, Script>();
  const server = createServer((request, response) => {
    handle(scripts, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(scripts: Map<string, Script>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind, named = "", ...rest] = (request.url ?? "").split("/");
  // Workers AI is always asked at one path, so there a script goes by the name of a model.
  const id = String(request.headers["cf-consn-model-id"] ?? named);
  const body = await readBody(request);
  if (kind === "script" && request.method === "PUT") {
    scripts.set(id, { answers: JSON.parse(body) as ModelAnswer[], requests: [], abandoned: 0 });
    response.end("{}");
    return;
  }
  const script = scripts.get(id);
  if (script === undefined) {
    response.writeHead(404).end();
  } else if (kind === "script") {
    response.end(JSON.stringify({ requests: script.requests, abandoned: script.abandoned } satisfies ModelRecord));
  } else {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    script.requests.push({
      method: request.method ?? "",
      path: named === "" ? (request.url ?? "") : `/${rest.join("/")}`,
      headers,
      body: JSON.parse(body),
    });
    response.once("close", () => (script.abandoned += response.writableFinished ? 0 : 1));
    const [first] = script.answers;
    if (script.answers.length > 1) script.answers.shift();
    await answer(response, first ?? {});
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function answer(response: ServerResponse, { status = 200, headers = {}, body, text, manner }: ModelAnswer) {
  if (manner === "silent") return;
  if (manner === "broken") {
    response.destroy();
    return;
  }
  if (manner === "swelling") {
    const packed = gzipSync(" ".repeat(64 * 1024 * 1024));
    response.writeHead(status, { "content-encoding": "gzip", "content-length": packed.byteLength }).end(packed);
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  // As fast as the other side reads, until it goes away.
  if (manner === "endless") await pipeline(endless(), response).catch(() => undefined);
  else if (manner === "stalled") response.write('{"choices":');
  else response.end(text ?? JSON.stringify(body));
}

function* endless(): Generator<string> {
  for (;;) yield " ".repeat(64 * 1024);
}

import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { buffer } from "node:stream/consumers";
import { kvWorker } from "../bench/kv-worker.ts";

export type StorageMode = "works" | "fails" | "hangs";

export interface FaultyStorage {
  /** host:port */
  address: string;
  become(mode: StorageMode): void;
  stop(): Promise<void>;
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const body = method === "GET" ? null : await buffer(request);
  const found = await kvWorker.fetch(new Request(`http://storage${url}`, { method, body }));
  response.writeHead(found.status, Object.fromEntries(found.headers));
  response.end(Buffer.from(await found.arrayBuffer()));
}

/** A KV namespace as workerd knows it, which can be told to fail. */
export async function startFaultyStorage(): Promise<FaultyStorage> {
  let mode: StorageMode = "works";
  const server = http.createServer((request, response) => {
    if (mode === "hangs") return void request.resume();
    if (mode === "fails") return void response.writeHead(500).end();
    return void answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${String((server.address() as net.AddressInfo).port)}`,
    become: (next) => void (mode = next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

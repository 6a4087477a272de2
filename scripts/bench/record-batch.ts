import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What Postern sends to the database for one call. */
export interface Batch {
  queries: { query: string; params: unknown[] }[];
  readOnly: boolean;
}

export interface Recorder {
  address: string;
  /** The batches sent while the work ran: one for each round trip. */
  record(work: () => Promise<unknown>): Promise<Batch[]>;
  stop(): Promise<void>;
}

/**
 * Stands between a Worker and the proxy and keeps what passes. The bare Worker gets the very same statements to run,
 * so the comparison stays like for like however Postern's batch changes.
 */
export async function startRecorder(proxyAddress: string): Promise<Recorder> {
  let batches: Batch[] = [];
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = await text(request);
    const { queries } = JSON.parse(body) as Batch;
    batches.push({ queries, readOnly: request.headers["neon-batch-read-only"] === "true" });
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith("neon-"));
    const answer = await fetch(`http://${proxyAddress}/sql`, {
      method: "POST",
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      body,
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  };
  const server = http.createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async record(work) {
      batches = [];
      await work();
      return batches;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BreakingFront {
  readonly url: string;
  /** Given in turn in place of the Worker's next answers; undefined lets one pass. */
  readonly answers: (Answer | undefined)[];
  /** The bodies of the requests so far, taken out by reading. */
  takeBodies(): string[];
  close(): Promise<void>;
}

/** A real HTTP front of the Worker that answers some requests itself, which then never reach the Worker. */
export async function startBreakingFront(upstream: string): Promise<BreakingFront> {
  const answers: (Answer | undefined)[] = [];
  const bodies: string[] = [];

  async function forward({ url = "", method = "", headers }: IncomingMessage, body: string): Promise<Answer> {
    const { authorization = "" } = headers;
    const response = await fetch(new URL(url, upstream), {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body }),
    });
    return { status: response.status, body: await response.text() };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    bodies.push(sent);
    const { status, headers, body } = answers.shift() ?? (await forward(request, sent));
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    takeBodies: () => bodies.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

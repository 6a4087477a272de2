import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * What happens to the connections, requests and upgrades that follow:
 * - `refuse`: the connection is reset as soon as it is made.
 * - `half-open`: the request or upgrade is read, never answered, and never reaches the upstream.
 * - `slow`: the request is sent on, but its answer is whitespace, a byte at a time, without end.
 * - `cut-mid-body`: headers and half of the body arrive, then the connection breaks.
 * - `cut-websocket-after`: the upgrade succeeds; after so many bytes from the upstream the connection breaks.
 * - `half-open-websocket`: the same, but then the connection stays open and nothing passes any more, either way.
 */
export type FaultMode =
  | ("pass-through" | "refuse" | "half-open" | "slow")
  | ("cut-mid-body" | "cut-websocket-after" | "half-open-websocket");

export interface FaultyProxy {
  /** host:port */
  readonly address: string;
  /** Sets the mode for what follows; the bytes count for the two WebSocket modes. */
  fail(mode: FaultMode, afterBytes?: number): void;
  /** Connections from clients open now; each carries one exchange, none is kept alive. */
  open(): number;
  /** Connections from clients accepted so far. */
  accepted(): number;
  /** Requests and upgrades that have met a fault so far; connections that were refused come to neither. */
  struck(): number;
  untilNoneOpen(): Promise<void>;
  /** Breaks every connection, as a network does that has forgotten them. */
  dropAll(): void;
  close(): Promise<void>;
}

const requestFaults = new Set<FaultMode>(["half-open", "slow", "cut-mid-body"]);
const upgradeFaults = new Set<FaultMode>(["half-open", "cut-websocket-after", "half-open-websocket"]);
const DRIP_MS = 20;

function forward(request: http.IncomingMessage, upstream: URL): http.ClientRequest {
  const { hostname, port } = upstream;
  const { url: path, method, headers } = request;
  const onward = http.request({ hostname, port, path, method, headers, agent: false });
  onward.on("error", () => request.socket.destroy());
  // Whoever leaves on this side leaves on the other as well.
  request.socket.once("close", () => onward.destroy());
  return onward;
}

function drip(response: http.ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), DRIP_MS);
  response.once("close", () => clearInterval(timer));
}

function answerWith(answer: http.IncomingMessage, response: http.ServerResponse, mode: FaultMode): void {
  if (mode === "slow") return void answer.resume();
  // One exchange for each connection, so that a mode strikes exactly what follows it.
  response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
  if (mode !== "cut-mid-body") return void answer.pipe(response);
  return void buffer(answer).then((body) =>
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy()),
  );
}

/** Copies both ways until so many bytes have come from the upstream, then cuts or goes dumb. */
function relay(client: net.Socket, far: net.Socket, head: Buffer, mode: FaultMode, afterBytes: number): void {
  const isFaulty = mode === "cut-websocket-after" || mode === "half-open-websocket";
  let remaining = isFaulty ? afterBytes : Infinity;
  const toClient = (chunk: Buffer): void => {
    const part = chunk.subarray(0, remaining);
    remaining -= part.length;
    client.write(part);
    if (remaining === 0 && mode === "cut-websocket-after") client.destroySoon();
  };
  far.on("error", () => undefined).on("data", toClient);
  far.on("close", () => remaining > 0 && client.destroy());
  client.on("data", (chunk) => remaining > 0 && far.write(chunk)).on("close", () => far.destroy());
  toClient(head);
}

/** A real HTTP and WebSocket front for the upstream at host:port, which breaks in the way it is told to. */
export async function startFaultyProxy(upstreamAddress: string): Promise<FaultyProxy> {
  const upstream = new URL(`http://${upstreamAddress}`);
  const sockets = new Set<net.Socket>();
  const waiting: (() => void)[] = [];
  let accepted = 0;
  let struck = 0;
  let current = { mode: "pass-through" as FaultMode, afterBytes: 0 };

  const server = http.createServer((request, response) => {
    const { mode } = current;
    if (requestFaults.has(mode)) struck += 1;
    if (mode === "half-open") return void request.resume();
    if (mode === "slow") drip(response);
    const onward = request.pipe(forward(request, upstream));
    return void onward.once("response", (answer) => answerWith(answer, response, mode));
  });

  server.on("upgrade", (request, client: net.Socket) => {
    const { mode, afterBytes } = current;
    if (upgradeFaults.has(mode)) struck += 1;
    // An upgraded socket is left to us, half-closed ones included.
    client.once("end", () => client.destroy());
    if (mode === "half-open") return void client.resume();
    const onward = forward(request, upstream);
    onward.once("response", ({ statusCode }) => client.end(`HTTP/1.1 ${statusCode} Refused\r\n\r\n`));
    onward.once("upgrade", ({ headers }, far, head) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      relay(client, far, head, mode, afterBytes);
    });
    return void onward.end();
  });

  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
    if (current.mode === "refuse") socket.resetAndDestroy();
  });

  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${String((server.address() as net.AddressInfo).port)}`,
    fail: (mode, afterBytes = 0) => void (current = { mode, afterBytes }),
    open: () => sockets.size,
    accepted: () => accepted,
    struck: () => struck,
    untilNoneOpen: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    dropAll,
    async close() {
      server.close();
      dropAll();
      await once(server, "close");
    },
  };
}

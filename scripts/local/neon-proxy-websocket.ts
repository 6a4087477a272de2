import type http from "node:http";
import net from "node:net";
import { type RawData, type WebSocket, WebSocketServer } from "ws";

/** Above this much unsent data the faster side is paused. */
const HIGH_WATER_BYTES = 4 * 1024 * 1024;

function target(request: http.IncomingMessage): { host: string; port: number } | undefined {
  const url = new URL(request.url ?? "/", "http://proxy");
  if (url.pathname !== "/v2" && url.pathname !== "/v1") return undefined;
  const match = /^(.+):(\d+)$/.exec(url.searchParams.get("address") ?? "");
  if (!match?.[1] || !match[2]) return undefined;
  return { host: match[1], port: Number(match[2]) };
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** Copies bytes both ways, holding each side back while the other cannot keep up. */
function join(socket: WebSocket, tcp: net.Socket): void {
  socket.on("message", (data) => {
    if (tcp.write(toBuffer(data))) return;
    socket.pause();
    tcp.once("drain", () => socket.resume());
  });
  tcp.on("data", (chunk) => {
    socket.send(chunk, () => {
      if (tcp.isPaused() && socket.bufferedAmount < HIGH_WATER_BYTES) tcp.resume();
    });
    if (socket.bufferedAmount > HIGH_WATER_BYTES) tcp.pause();
  });
  // Either failure is followed by "close", which ends the other side.
  tcp.on("error", () => undefined);
  socket.on("error", () => undefined);
  tcp.on("close", () => {
    if (socket.readyState === socket.OPEN) socket.close(1000);
  });
  socket.on("close", () => tcp.destroy());
}

/** Serves /v2?address=host:port on the server; returns a function that ends open sockets. */
export function attachWebSocket(server: http.Server, isAllowed: (host: string) => boolean): () => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, stream, head) => {
    const wanted = target(request);
    if (!wanted || !isAllowed(wanted.host)) {
      stream.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const host = wanted.host.replace(/^\[|\]$/g, "");
      join(socket, net.connect({ host, port: wanted.port, noDelay: true }));
    });
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
  };
}

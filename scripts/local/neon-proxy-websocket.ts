import type http from "node:http";
import type net from "node:net";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { openDatabaseSocket } from "./neon-proxy-database-socket.ts";
import { connectionError, messageOf } from "./neon-proxy-errors.ts";
import type { ProxyLimits } from "./neon-proxy-limits.ts";
import { parseTarget, type Target, type Targets } from "./neon-proxy-targets.ts";

export interface WebSocketLeg {
  /** Opened so far. */
  opened(): number;
  /** Open now. */
  open(): number;
  /** Asks every peer to close. */
  endAll(): void;
  terminateAll(): void;
}

/** Above this much unsent data the faster side is paused. */
const HIGH_WATER_BYTES = 4 * 1024 * 1024;

function targetOf(request: http.IncomingMessage): Target | undefined {
  const url = new URL(request.url ?? "/", "http://proxy");
  if (url.pathname !== "/v2" && url.pathname !== "/v1") return undefined;
  return parseTarget(url.searchParams.get("address") ?? "");
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
  // A failure is followed by "close", which ends the other side.
  tcp.on("error", () => undefined);
  tcp.on("close", () => {
    if (socket.readyState === socket.OPEN) socket.close(1000);
  });
  socket.on("close", () => tcp.destroy());
}

/** The wire protocol's ErrorResponse, so that the driver reports a reason and not just a closed socket. */
function fatalError(sqlstate: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlstate}\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

function refuse(stream: Duplex, message: string): void {
  const body = `${message}\n`;
  const head = `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  stream.on("error", () => undefined).end(`HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`);
}

/** Serves /v2?address=host:port on the server. */
export function attachWebSocket(server: http.Server, targets: Targets, limits: ProxyLimits): WebSocketLeg {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.maxBodyBytes });
  let opened = 0;

  const serve = async (socket: WebSocket, target: Target): Promise<void> => {
    opened += 1;
    socket.on("error", () => undefined);
    // What the caller already says waits until there is someone to hear it.
    socket.pause();
    try {
      const tcp = await openDatabaseSocket(target, targets.tls(target), limits.connectMs);
      tcp.setTimeout(limits.idleMs, () => tcp.destroy());
      join(socket, tcp);
      if (socket.readyState !== socket.OPEN) tcp.destroy();
    } catch (error) {
      socket.send(fatalError("08001", messageOf(connectionError(error))));
      socket.close(1011);
    }
    socket.resume();
  };

  server.on("upgrade", (request, stream, head) => {
    try {
      const wanted = targetOf(request);
      if (!wanted) return refuse(stream, "Connect to /v2?address=host:port");
      const target = targets.require(wanted);
      return sockets.handleUpgrade(request, stream, head, (socket) => void serve(socket, target));
    } catch (error) {
      return refuse(stream, messageOf(error));
    }
  });

  return {
    opened: () => opened,
    open: () => sockets.clients.size,
    endAll: () => sockets.clients.forEach((socket) => socket.close(1001)),
    terminateAll: () => sockets.clients.forEach((socket) => socket.terminate()),
  };
}

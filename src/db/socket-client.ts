import { Client, type QueryConfig } from "@neondatabase/serverless";
import { asText, MAX_ANSWER_BYTES, type Query, type TextResult } from "./batch.ts";
import { ConnectionLost } from "./bounded-fetch.ts";
import { BoundedSocket } from "./bounded-socket.ts";
import { webSocketAddress } from "./endpoint.ts";
import { sqlstateOf } from "./retry.ts";
import type { Session } from "./session.ts";

/** `rows` makes the driver use the extended protocol even without parameters; its types do not declare it. */
interface ExtendedQuery extends QueryConfig {
  rowMode: "array";
  rows: number;
}

export interface SocketClient {
  /** Every value comes as text. Whatever fails, or is not there when the signal aborts, ends the connection. */
  run(query: Query, signal: AbortSignal): Promise<TextResult>;
  /** Ends the connection; the server rolls back. */
  close(): void;
}

// More than any batch asks for: the count only selects the protocol.
const ALL_ROWS = 1_000_000_000;

/** A connection of its own by WebSocket, for one transaction. */
export async function connectSocket(session: Session, signal: AbortSignal): Promise<SocketClient> {
  const client = new Client(session.connectionString);
  const socket = configureSocket(client, session.endpoint);
  await cutOnAbort(socket, signal, () => client.connect());
  return {
    async run({ text, parameters }, until) {
      socket.renewBudget();
      const query: ExtendedQuery = { text, values: [...parameters], rowMode: "array", rows: ALL_ROWS, types: asText };
      return await cutOnAbort(socket, until, () => client.query(query));
    },
    close: () => socket.cut(),
  };
}

async function cutOnAbort<T>(socket: BoundedSocket, signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => aborted.reject(new ConnectionLost("no answer in time, or none wanted any more"));
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([start(), aborted.promise]);
  } catch (thrown) {
    socket.cut();
    throw socket.overflow ?? (sqlstateOf(thrown) === undefined ? new ConnectionLost(thrown) : thrown);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Sends the client through a bounded socket to the endpoint. */
export function configureSocket(client: Client, endpoint: Session["endpoint"]): BoundedSocket {
  const socket = new BoundedSocket(MAX_ANSWER_BYTES);
  client.neonConfig.webSocketConstructor = socket.constructorForDriver();
  if (endpoint !== undefined) {
    client.neonConfig.wsProxy = (host, port) => webSocketAddress(endpoint, host, Number(port));
    client.neonConfig.useSecureWebSocket = endpoint.secure;
    // Sending the password unasked is an agreement with Neon's own proxy.
    client.neonConfig.pipelineConnect = false;
  }
  // A closed socket is also reported as an event; what matters rejects the query in flight.
  client.on("error", () => undefined);
  return socket;
}

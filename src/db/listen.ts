import { Client } from "@neondatabase/serverless";
import { configureSocket } from "./socket-client.ts";
import type { Session } from "./session.ts";

/** The channel a database can NOTIFY on to have a change seen at once, for example from an event trigger. */
const LISTEN = "LISTEN postern_schema";

/**
 * Calls back at every notification until the signal aborts, which must happen in the request that listens: a socket can
 * only be closed there. Poolers do not keep a session to listen in; there, and wherever the connection fails or ends,
 * nothing more is heard.
 */
export async function listenForNotices(session: Session, onNotice: () => void, until: AbortSignal): Promise<void> {
  const client = new Client(session.connectionString);
  const socket = configureSocket(client, session.endpoint);
  client.on("notification", onNotice);
  until.addEventListener("abort", () => socket.cut());
  await client.connect();
  await client.query(LISTEN);
  // It may have come while there was no socket yet to cut.
  if (until.aborted) socket.cut();
}

import type pg from "pg";
import { openDatabaseSocket } from "./neon-proxy-database-socket.ts";
import type { Login } from "./neon-proxy-pools.ts";

const CANCEL_REQUEST_CODE = 80_877_102;

/** What pg keeps for cancelling but does not declare in its types. */
interface Cancellable {
  processID: number;
  secretKey: number | Buffer;
}

function cancelRequest({ processID, secretKey }: Cancellable): Buffer {
  const key = Buffer.isBuffer(secretKey) ? secretKey : Buffer.alloc(4);
  if (typeof secretKey === "number") key.writeInt32BE(secretKey);
  const head = Buffer.alloc(12);
  head.writeInt32BE(head.length + key.length, 0);
  head.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  head.writeInt32BE(processID, 8);
  return Buffer.concat([head, key]);
}

/** Sends the wire protocol's CancelRequest, which needs a connection of its own. */
export async function cancelRunningStatement(client: pg.PoolClient, login: Login, timeoutMs: number): Promise<void> {
  try {
    const socket = await openDatabaseSocket(login.target, login.tls, timeoutMs);
    socket.on("error", () => undefined).setTimeout(timeoutMs, () => socket.destroy());
    socket.resume().end(cancelRequest(client as unknown as Cancellable));
  } catch {
    // Cancelling is best effort: if the server is gone, so is the statement.
  }
}

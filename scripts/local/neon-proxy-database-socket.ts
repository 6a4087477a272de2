import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import type { Target, TlsOptions } from "./neon-proxy-targets.ts";

const SSL_REQUEST_CODE = 80_877_103;
/** Without it a database that vanished from the network would look idle for ever. */
const KEEP_ALIVE_MS = 10_000;

function sslRequest(): Buffer {
  const message = Buffer.alloc(8);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(SSL_REQUEST_CODE, 4);
  return message;
}

async function startTls(
  socket: net.Socket,
  host: string,
  options: tls.ConnectionOptions,
  signal: AbortSignal,
): Promise<net.Socket> {
  socket.write(sslRequest());
  const [answer] = (await once(socket, "data", { signal })) as [Buffer];
  // More than the one byte would be plain text that someone in between hopes is read as encrypted.
  if (answer.length !== 1 || answer[0] !== "S".charCodeAt(0)) {
    throw new Error("The database does not offer TLS");
  }
  // Only a name may be sent as SNI; `host` is what the certificate is checked against when it is an address.
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  const secure = tls.connect({ ...options, ...name, host, socket });
  await once(secure, "secureConnect", { signal });
  return secure;
}

/** A connection to the database, encrypted if wanted, ready for its first message; fails within the time given. */
export async function openDatabaseSocket(target: Target, options: TlsOptions, timeoutMs: number): Promise<net.Socket> {
  const socket = net.connect({ ...target, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error("The database did not answer in time")), timeoutMs);
  // A server that hangs up without a word causes no "error", and waiting for the next event would never end.
  const hungUp = () => giveUp.abort(new Error("The database closed the connection"));
  socket.once("close", hungUp);
  socket.once("end", hungUp);
  try {
    await once(socket, "connect", { signal: giveUp.signal });
    return options === false ? socket : await startTls(socket, target.host, options, giveUp.signal);
  } catch (error) {
    // What breaks while being torn down is not news.
    socket.on("error", () => undefined).destroy();
    throw giveUp.signal.aborted ? giveUp.signal.reason : error;
  } finally {
    clearTimeout(timer);
    socket.off("close", hungUp);
    socket.off("end", hungUp);
  }
}

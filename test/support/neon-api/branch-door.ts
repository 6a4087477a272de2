import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface BranchDoor {
  /** Where clients connect, as host:port. */
  readonly host: string;
  close(): Promise<void>;
}

/** A startup message (length, protocol 3.0, names and values) that asks for another database. */
function withDatabase(startup: Buffer, names: ReadonlyMap<string, string>): Buffer {
  const words = startup.subarray(8).toString("latin1").split("\0");
  const at = words.findIndex((word, index) => index % 2 === 0 && word === "database") + 1;
  words[at] = names.get(words[at] ?? "") ?? "no such database";
  const body = Buffer.from(words.join("\0"), "latin1");
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(body.length + 8, 0);
  return Buffer.concat([head, body]);
}

async function readStartup(socket: Socket): Promise<Buffer | undefined> {
  let read = Buffer.alloc(0);
  while (read.length < 4 || read.length < read.readInt32BE(0)) {
    const [chunk] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [Buffer | boolean];
    if (typeof chunk === "boolean") return undefined;
    read = Buffer.concat([read, chunk]);
  }
  socket.pause();
  return read;
}

/**
 * An endpoint of a branch: the databases have the same names at every endpoint and are others behind it, which on one
 * Postgres they can only be under other names.
 */
export async function openDoor(postgres: URL, names: ReadonlyMap<string, string>): Promise<BranchDoor> {
  const sockets = new Set<Socket>();
  const serve = async (client: Socket): Promise<void> => {
    const startup = await readStartup(client);
    if (startup === undefined) return;
    const server = connect(Number(postgres.port), postgres.hostname);
    sockets.add(server);
    server.on("error", () => client.destroy());
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    server.write(withDatabase(startup, names));
    client.pipe(server).pipe(client);
  };
  const door = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    serve(client).catch(() => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  return {
    host: `127.0.0.1:${String((door.address() as AddressInfo).port)}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}

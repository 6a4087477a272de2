import net from "node:net";

const LOOPBACK = "127.0.0.1";

/** Binds the port for a moment: the only test of "free" that does not depend on the platform. */
function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen({ host: LOOPBACK, port }, () => {
      const address = server.address();
      const bound = address !== null && typeof address === "object" ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== undefined;
}

/** The preferred port when it can be bound on 127.0.0.1, else one the system chooses. */
export async function findFreePort(preferred?: number): Promise<number> {
  const port = preferred === undefined ? undefined : await tryListen(preferred);
  const found = port ?? (await tryListen(0));
  if (found === undefined) throw new Error("No free port on 127.0.0.1");
  return found;
}

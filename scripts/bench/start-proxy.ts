import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface ProxyProcess {
  address: string;
  stop(): Promise<void>;
}

export async function startProxyProcess(): Promise<ProxyProcess> {
  const child = fork(path.join(import.meta.dirname, "proxy-process.ts"));
  const exited = once(child, "exit");
  const failed = exited.then(() => Promise.reject(new Error("The proxy stopped before it listened")));
  const [address] = (await Promise.race([once(child, "message"), failed])) as [string];
  return {
    address,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

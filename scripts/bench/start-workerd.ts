import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type ExternalService, type WorkerService, workerdConfig } from "./workerd-config.ts";

export interface Workerd {
  /** Where each Worker listens, by name. */
  urls: Map<string, URL>;
  pid: number;
  stop(): Promise<void>;
}

/** The binary that miniflare brings along: the one the tests and `npm start` run, too. */
function binary(): string {
  const requireFromMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare/package.json"));
  return (requireFromMiniflare("workerd") as { default: string }).default;
}

/** Serves the Workers, bundled below the folder, from one workerd process. */
export async function startWorkerd(
  folder: string,
  workers: WorkerService[],
  externals: ExternalService[] = [],
): Promise<Workerd> {
  const file = path.join(folder, "config.capnp");
  fs.writeFileSync(file, workerdConfig(folder, workers, externals), { mode: 0o600 });
  // --experimental allows the wrapped binding; the control pipe tells the ports.
  const child = spawn(binary(), ["serve", "--experimental", "--control-fd=3", file], {
    // The log goes nowhere, but it is written: it is part of what a request costs.
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4_000)));
  const exited = once(child, "exit");
  const urls = new Map<string, URL>();
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`workerd stopped:\n${errors}`)));
    createInterface(child.stdio[3] as Readable).on("line", (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket?: string; port?: number };
      if (event === "listen" && socket !== undefined) urls.set(socket, new URL(`http://127.0.0.1:${port}/`));
      if (urls.size === workers.length) resolve();
    });
  });
  return {
    urls,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

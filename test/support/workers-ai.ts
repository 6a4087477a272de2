import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { build } from "esbuild";

/** Does what it is asked with the models of Workers AI, and nothing else. */
const worker = `
import { createEmbedder } from "./src/ai/create-embedder.ts";
import { openModel } from "./src/ai/open-model.ts";
import { workersAi } from "./src/ai/providers/workers-ai.ts";
import { describeError, toAppError } from "./src/errors.ts";

export default {
  async fetch(request, env) {
    const { use, model, given, patience } = await request.json();
    try {
      const surroundings = { allowLocal: true, binding: env.AI, signal: request.signal, patience };
      const access = openModel(use, { provider: "workers-ai", model }, surroundings);
      const answer = use === "text"
        ? workersAi.write(access, given)
        : createEmbedder(access, workersAi).embed(given, "document");
      return Response.json(await answer);
    } catch (thrown) {
      return Response.json(describeError(toAppError(thrown, "test")), { status: 500 });
    }
  },
};`;

const config = (address: string): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "models", external = (address = "${address}", http = ())),
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-09-01",
      bindings = [(name = "AI", wrapped = (
        moduleName = "cloudflare-internal:ai-api",
        innerBindings = [(name = "fetcher", service = "models")],
      ))],
    )),
  ],
  sockets = [(name = "main", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

function binary(): string {
  const requireFromMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare/package.json"));
  return (requireFromMiniflare("workerd") as { default: string }).default;
}

export interface AiWorker {
  readonly url: URL;
  stop(): Promise<void>;
}

/** A Worker with Cloudflare's own binding to Workers AI, behind which the model server stands instead. */
export async function startAiWorker(models: string): Promise<AiWorker> {
  const folder = await mkdtemp(path.join(tmpdir(), "workers-ai-"));
  await build({
    stdin: { contents: worker, resolveDir: path.resolve(import.meta.dirname, "../.."), loader: "ts" },
    outfile: path.join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    target: "es2024",
  });
  const file = path.join(folder, "config.capnp");
  await writeFile(file, config(new URL(models).host));
  const child = spawn(binary(), ["serve", "--experimental", "--control-fd=3", file], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", () => reject(new Error("workerd stopped")));
    createInterface(child.stdio[3] as Readable).on("line", (line) => {
      const { event, port: opened } = JSON.parse(line) as { event: string; port?: number };
      if (event === "listen" && opened !== undefined) resolve(opened);
    });
  });
  return {
    url: new URL(`http://127.0.0.1:${String(port)}/`),
    async stop() {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

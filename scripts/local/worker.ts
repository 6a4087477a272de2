import fs from "node:fs";
import path from "node:path";
import { statePaths } from "./state.ts";

export interface WorkerOptions {
  port: number;
  adminToken: string;
  sealingKey: string;
  proxyAddress: string;
}

export interface LocalWorker {
  url: string;
  stop(): Promise<void>;
}

/** Read by wrangler when it is imported: no telemetry, no update check, no log files, no request for cf.json. */
const QUIET = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
};

/** A killed run cannot remove its temporary files; here the next start finds them. */
function keepTemporaryFilesTogether(): void {
  fs.mkdirSync(statePaths.temporary, { recursive: true });
  // Windows reads the other two.
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = statePaths.temporary;
}

export async function startWorker(options: WorkerOptions): Promise<LocalWorker> {
  keepTemporaryFilesTogether();
  // Wrangler looks for required secrets in the environment and warns about those it sees only as bindings.
  Object.assign(process.env, QUIET, { ADMIN_TOKEN: options.adminToken, SEALING_KEY: options.sealingKey });
  const { unstable_startWorker } = await import("wrangler");
  const text = (value: string) => ({ type: "plain_text" as const, value });
  const worker = await unstable_startWorker({
    config: path.join(statePaths.root, "wrangler.toml"),
    dev: {
      server: { hostname: "127.0.0.1", port: options.port },
      watch: true,
      persist: statePaths.worker,
      inspector: false,
      logLevel: "warn",
    },
    bindings: {
      ADMIN_TOKEN: text(options.adminToken),
      SEALING_KEY: text(options.sealingKey),
      LOCAL_PROXY: text(options.proxyAddress),
    },
  });
  await worker.ready;
  return { url: `http://localhost:${options.port}`, stop: () => worker.dispose() };
}

import fs from "node:fs";
import path from "node:path";
import { statePaths } from "../local/state.ts";
import type { WranglerEnv } from "./account.ts";
import { readWranglerError } from "./cloudflare-error.ts";
import { readAddress } from "./deployment-address.ts";
import { environmentFlag, writeConfigWith } from "./worker-config.ts";
import { runWrangler } from "./wrangler.ts";

export interface NewDeployment {
  readonly environment: "production" | "preview";
  /** To bind, when the Worker has none yet. */
  readonly namespace: string | undefined;
  /** Those that the Worker does not have yet. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Deploys this checkout, secrets and all in one step, and returns where it answers. */
export async function deployWorker(deployment: NewDeployment, env: WranglerEnv): Promise<string> {
  const { environment, namespace, secrets } = deployment;
  fs.mkdirSync(statePaths.deployed, { recursive: true });
  const folder = fs.mkdtempSync(path.join(statePaths.deployed, "deploying-"));
  const clear = (): void => fs.rmSync(folder, { recursive: true, force: true });
  // Ctrl-C passes by what stands below.
  process.once("exit", clear);
  try {
    const args = ["deploy", environmentFlag(environment), "--minify"];
    if (namespace !== undefined) {
      const config = path.join(folder, "wrangler.json");
      await writeConfigWith(namespace, environment, config);
      args.push("--config", config);
    }
    if (Object.keys(secrets).length > 0) {
      const file = path.join(folder, "secrets.json");
      // What a person cannot read in the list of processes, nor another user in a file.
      fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      args.push("--secrets-file", file);
    }
    const report = path.join(folder, "report.ndjson");
    const answer = await runWrangler({ args, env: { ...env, WRANGLER_OUTPUT_FILE_PATH: report } });
    if (answer.exitCode !== 0) throw readWranglerError(answer);
    return readAddress(fs.readFileSync(report, "utf8"));
  } finally {
    process.removeListener("exit", clear);
    clear();
  }
}

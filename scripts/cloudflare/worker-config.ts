import fs from "node:fs";
import path from "node:path";
import { QUIET_WRANGLER } from "../local/quiet-wrangler.ts";
import { statePaths } from "../local/state.ts";

export const KV_BINDING = "POSTERN_KV";
const FILE = path.join(statePaths.root, "wrangler.toml");

type Environment = "production" | "preview";

/** What wrangler calls the environment: the top level has no name. */
export const environmentFlag = (environment: Environment): string =>
  `--env=${environment === "production" ? "" : environment}`;

export interface WorkerConfig {
  readonly name: string;
  readonly account: string | undefined;
  /** The KV namespace, where the file names it; else wrangler keeps the one that the deployed Worker has. */
  readonly namespace: string | undefined;
  readonly requiredSecrets: readonly string[];
}

async function loadWrangler() {
  Object.assign(process.env, QUIET_WRANGLER);
  return await import("wrangler");
}

/** wrangler.toml, read by wrangler itself, for one environment. */
export async function readWorkerConfig(environment: Environment): Promise<WorkerConfig> {
  const { unstable_readConfig } = await loadWrangler();
  const env = environment === "production" ? "" : environment;
  const { name, account_id, kv_namespaces, secrets } = unstable_readConfig(
    { config: FILE, env },
    { hideWarnings: true },
  );
  if (name === undefined) throw new Error("wrangler.toml names no Worker");
  return {
    name,
    account: account_id,
    namespace: kv_namespaces.find((one: { binding: string; id?: string }) => one.binding === KV_BINDING)?.id,
    requiredSecrets: secrets?.required ?? [],
  };
}

/** A copy of wrangler.toml that names the KV namespace: the tracked file stays fit for every account. */
export async function writeConfigWith(namespace: string, environment: Environment, file: string): Promise<void> {
  const { experimental_readRawConfig } = await loadWrangler();
  const { rawConfig } = experimental_readRawConfig({ config: FILE });
  const place = environment === "production" ? rawConfig : rawConfig.env?.[environment];
  for (const one of place?.kv_namespaces ?? []) if (one.binding === KV_BINDING) one.id = namespace;
  const config = { ...rawConfig, main: path.join(statePaths.root, rawConfig.main ?? "src/index.ts") };
  fs.writeFileSync(file, JSON.stringify(config));
}

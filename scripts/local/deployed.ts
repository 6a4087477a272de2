import fs from "node:fs";
import path from "node:path";
import { type SavedToken, statePaths, writeState } from "./state.ts";

/** What this checkout knows of a Worker that it deployed; Cloudflare shows neither secret again. */
export interface DeployedWorker {
  worker: string;
  account: string;
  /** Where it answers, once it does. */
  url?: string;
  adminToken?: string;
  sealingKey?: string;
  /** The token made for each tenant. */
  tokens: Record<string, SavedToken>;
}

const fileOf = (worker: string, account: string): string => path.join(statePaths.deployed, `${worker}.${account}.json`);

function read(file: string): DeployedWorker {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as DeployedWorker;
  } catch (cause) {
    throw new Error(`${file} is damaged. It holds secrets of a deployed Worker: mend it, or move it away`, { cause });
  }
}

export function readDeployed(worker: string, account: string): DeployedWorker {
  const file = fileOf(worker, account);
  return fs.existsSync(file) ? read(file) : { worker, account, tokens: {} };
}

/** Returns where it is kept. */
export function saveDeployed(deployed: DeployedWorker): string {
  const file = fileOf(deployed.worker, deployed.account);
  writeState(file, deployed);
  return file;
}

/** The admin token of the Worker at this very address, when it was deployed from here. */
export function adminTokenOf(origin: string): string | undefined {
  if (!fs.existsSync(statePaths.deployed)) return undefined;
  const files = fs.readdirSync(statePaths.deployed).filter((name) => name.endsWith(".json"));
  const known = files.map((name) => read(path.join(statePaths.deployed, name)));
  return known.find(({ url }) => url === origin)?.adminToken;
}

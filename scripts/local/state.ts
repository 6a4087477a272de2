import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Everything a local run keeps: one git-ignored folder beside package.json, or the one POSTERN_STATE names. */
const FOLDER = path.resolve(process.env["POSTERN_STATE"] ?? path.join(ROOT, ".postern"));

export const statePaths = {
  root: ROOT,
  folder: FOLDER,
  postgres: path.join(FOLDER, "pg"),
  worker: path.join(FOLDER, "worker-state"),
  /** The Worker's temporary files; as its TMPDIR it also marks every process of it. */
  temporary: path.join(FOLDER, "tmp"),
  secrets: path.join(FOLDER, "secrets.json"),
  running: path.join(FOLDER, "start.json"),
  processes: path.join(FOLDER, "start.pid"),
  /** Of Workers deployed from here: the only part that is not about a local run. */
  deployed: path.join(FOLDER, "deployed"),
} as const;

export interface SavedToken {
  id: string;
  token: string;
}

export interface Secrets {
  adminToken: string;
  sealingKey: string;
  /** The token made for each tenant, so that a client stays configured across restarts. */
  tokens: Record<string, SavedToken>;
}

function readJson<T>(file: string): T | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as T;
  } catch (cause) {
    throw new Error(`${file} is damaged; npm start -- --reset makes a new one`, { cause });
  }
}

/** Written beside and renamed: a kill in the middle never leaves half a file. */
export function writeState(file: string, value: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

export function readSecrets(): Secrets | undefined {
  return readJson<Secrets>(statePaths.secrets);
}

export function loadOrCreateSecrets(): Secrets {
  const saved = readSecrets();
  if (saved) return saved;
  const secrets: Secrets = {
    adminToken: randomBytes(32).toString("base64url"),
    sealingKey: `local:${randomBytes(32).toString("base64")}`,
    tokens: {},
  };
  writeState(statePaths.secrets, secrets);
  return secrets;
}

const SEALING_KEY_SHAPE = /^[\w-]+:[A-Za-z0-9+/]{43}=?$/;

/** That of the environment wins, so that keys are rotated here by the same steps as on Cloudflare. */
export function chooseSealingKey({ sealingKey }: Secrets): string {
  const given = process.env["SEALING_KEY"];
  if (given === undefined || given === "") return sealingKey;
  checkSealingKey(given);
  return given;
}

/** Throws unless it is one key, or several with commas between them. */
export function checkSealingKey(given: string): void {
  // The value is not repeated: it is a secret.
  if (!given.split(",").every((entry) => SEALING_KEY_SHAPE.test(entry.trim())))
    throw new Error(
      'SEALING_KEY in the environment must be "<key id>:<base64 of 32 bytes>", further keys behind commas',
    );
}

/** What npm start runs, or ran last. */
export interface Running {
  port: number;
  /** The URL of the sample's owner; undefined when it serves a database of the user's own. */
  ownerUrl?: string | undefined;
  /** The URL of the role that reads the sample. */
  readerUrl?: string | undefined;
}

/** Where the local Worker listens, or listened last. */
export function readLocalUrl(): string | undefined {
  const running = readJson<Running>(statePaths.running);
  return running === undefined ? undefined : `http://localhost:${running.port}`;
}

export const readSampleOwnerUrl = (): string | undefined => readJson<Running>(statePaths.running)?.ownerUrl;

/** The sample's Postgres; undefined when npm start serves a database of the user's own. */
export function readLocalServer(): { ownerUrl: string; readerUrl: string } | undefined {
  const { ownerUrl, readerUrl } = readJson<Running>(statePaths.running) ?? {};
  return ownerUrl === undefined || readerUrl === undefined ? undefined : { ownerUrl, readerUrl };
}

/** Forgets the local runs; the secrets of deployed Workers stay, because they are kept nowhere else. */
export function resetState(): void {
  if (!fs.existsSync(FOLDER)) return;
  for (const name of fs.readdirSync(FOLDER)) {
    const entry = path.join(FOLDER, name);
    if (entry !== statePaths.deployed) fs.rmSync(entry, { recursive: true, force: true });
  }
}

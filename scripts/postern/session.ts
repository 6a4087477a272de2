import { adminClient } from "../admin-client.ts";
import { readLocalUrl, readSecrets } from "../local/state.ts";
import { type Session, UsageError } from "./command.ts";
import { confirm } from "./confirm.ts";

function isLocal(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/** The local secret goes to this machine only, never to an address given by --url. */
function chooseAdminToken(url: string): string {
  const fromEnvironment = process.env["ADMIN_TOKEN"];
  if (fromEnvironment) return fromEnvironment;
  const local = isLocal(url) ? readSecrets()?.adminToken : undefined;
  if (local === undefined) throw new UsageError("Set ADMIN_TOKEN to the Worker's admin token");
  return local;
}

function chooseUrl(given: string | undefined): string {
  const url = given ?? readLocalUrl() ?? "http://localhost:8787";
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // Not repeated: somebody may have pasted the database's URL.
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "")
    throw new UsageError("--url must be the address of a Worker, such as https://postern.example.workers.dev");
  return url;
}

/** On a terminal each line replaces the one before. */
function showProgress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

export function startSession(givenUrl: string | undefined): Session & { end(): void } {
  let isLineOpen = false;
  return {
    get admin() {
      return adminClient({ url: this.workerUrl, adminToken: chooseAdminToken(this.workerUrl) });
    },
    get workerUrl() {
      return chooseUrl(givenUrl);
    },
    now: new Date(),
    confirm: (question) => confirm(question, { input: process.stdin, output: process.stderr }),
    progress: (line) => {
      isLineOpen = process.stderr.isTTY;
      showProgress(line);
    },
    end: () => {
      if (isLineOpen) process.stderr.write("\n");
    },
  };
}

import { text as readAll } from "node:stream/consumers";
import { adminClient } from "../admin-client.ts";
import { adminTokenOf } from "../local/deployed.ts";
import { readLocalUrl, readSecrets } from "../local/state.ts";
import { isLocal, isSafeAddress, unsafeAddress } from "../worker-address.ts";
import { type Session, UsageError } from "./command.ts";
import { ask, confirm } from "./confirm.ts";
import { fromHere } from "./file-path.ts";
import type { Surroundings } from "./surroundings.ts";

/** A saved secret goes only where it came from: the local one to this machine, another to the Worker deployed with it. */
function chooseAdminToken(url: string, env: Surroundings["env"]): string {
  const fromEnvironment = env["ADMIN_TOKEN"];
  if (fromEnvironment) return fromEnvironment;
  const saved = adminTokenOf(new URL(url).origin) ?? (isLocal(url) ? readSecrets()?.adminToken : undefined);
  if (saved === undefined) throw new UsageError("Set ADMIN_TOKEN to the Worker's admin token");
  return saved;
}

function chooseUrl(given: string | undefined): string {
  const url = given ?? readLocalUrl() ?? "http://localhost:8787";
  if (!isSafeAddress(url)) throw new UsageError(unsafeAddress("--url"));
  return url;
}

/** On a terminal each line replaces the one before. */
function showProgress(line: string, output: Surroundings["stderr"]): void {
  output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

export function startSession(
  givenUrl: string | undefined,
  { env, stdin: input, stdout, stderr: output, cwd }: Surroundings,
): Session & { end(): void } {
  let isLineOpen = false;
  return {
    get admin() {
      return adminClient({ url: this.workerUrl, adminToken: chooseAdminToken(this.workerUrl, env) });
    },
    get workerUrl() {
      return chooseUrl(givenUrl);
    },
    get givenUrl() {
      return givenUrl === undefined ? undefined : chooseUrl(givenUrl);
    },
    now: new Date(),
    env,
    locate: (path) => fromHere(path, env, cwd()),
    readInput: async (prompt) =>
      (input.isTTY ? ((await ask(prompt, { input, output })) ?? "") : await readAll(input)).trim(),
    confirm: (question) => confirm(question, { input, output }),
    progress: (line) => {
      isLineOpen = output.isTTY === true;
      showProgress(line, output);
    },
    streams: { input, output: stdout, diagnostics: output },
    end: () => {
      if (isLineOpen) output.write("\n");
    },
  };
}

import type { ProvidedContext } from "vitest";
import type { Secret } from "./find-secrets.ts";

/** What this run must not print, as far as its setup came. */
export function knownSecrets(context: Partial<ProvidedContext>): readonly Secret[] {
  const { ADMIN_TOKEN = "", SEALING_KEY = "" } = context.workerSettings ?? {};
  return [
    { kind: "ADMIN_TOKEN", value: ADMIN_TOKEN },
    // Without its id too: the key is what follows the first colon.
    { kind: "SEALING_KEY", value: SEALING_KEY.slice(SEALING_KEY.indexOf(":") + 1) },
    { kind: "superuser's password", value: passwordOf(context.postgresUrl) },
    { kind: "reader's password", value: passwordOf(context.readerUrl) },
    { kind: "canary", value: context.canary ?? "" },
  ];
}

function passwordOf(url: string | undefined): string {
  return url === undefined ? "" : decodeURIComponent(new URL(url).password);
}

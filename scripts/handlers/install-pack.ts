import type pg from "pg";
import { AppError } from "../../src/errors.ts";
import { changePack } from "./change-pack.ts";
import { readPackFiles } from "./pack-files.ts";
import { packStatus, type PackStatus } from "./pack-status.ts";

export const NEWER_NEEDED = "Use a Postern at least as new as the one that installed it.";

export interface InstallOptions {
  /** Roles that may list and call handlers from now on. */
  readonly grantTo?: readonly string[];
}

export interface InstallResult {
  readonly outcome: "installed" | "unchanged";
  readonly version: number;
  readonly grantedTo: readonly string[];
}

/** Installs the pack into schema api, or finds it there. Roles are granted its use either way. */
export async function installPack(client: pg.Client, options: InstallOptions = {}): Promise<InstallResult> {
  const { version, texts } = await readPackFiles();
  return changePack(client, async () => {
    const status = await packStatus(client);
    const reason = reasonNotToInstall(status, version);
    if (reason) throw reason;
    const isThere = status.state === "installed";
    if (!isThere) await runTexts(client, texts);
    const grantedTo = options.grantTo ?? [];
    for (const role of grantedTo) await client.query("SELECT api.grant_mcp_use($1)", [role]);
    return { outcome: isThere ? "unchanged" : "installed", version, grantedTo };
  });
}

export async function runTexts(client: pg.Client, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text);
}

export function reasonNotToInstall(status: PackStatus, version: number): AppError | undefined {
  switch (status.state) {
    case "absent":
    case "exchange_only":
      return undefined;
    case "installed":
      if (status.version === version) return undefined;
      return new AppError(
        "conflict",
        `Version ${String(status.version)} of the pack is installed; nothing was changed.`,
        {
          next: status.version < version ? "Upgrade it instead." : NEWER_NEEDED,
        },
      );
    case "foreign":
      return new AppError("conflict", "Schema api holds another implementation of this API; nothing was changed.", {
        next: "Use it as it is: its handlers are served without the pack.",
      });
    case "unrelated":
      return new AppError("conflict", "Schema api exists and holds something else; nothing was changed.", {
        next: "Rename that schema, or install the pack into another database.",
      });
  }
  return status satisfies never;
}

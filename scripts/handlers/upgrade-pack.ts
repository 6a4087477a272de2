import type pg from "pg";
import { AppError } from "../../src/errors.ts";
import { changePack } from "./change-pack.ts";
import { NEWER_NEEDED, runTexts } from "./install-pack.ts";
import { readPackFiles } from "./pack-files.ts";
import { packStatus, type PackStatus } from "./pack-status.ts";

export interface UpgradeResult {
  readonly outcome: "upgraded" | "restored";
  readonly from: number;
  readonly to: number;
}

/**
 * Brings an installed pack to this version; at this version already, puts back what was changed in it. Handlers, grants
 * and the log stay; an example that was dropped or made the user's own stays so.
 */
export async function upgradePack(client: pg.Client): Promise<UpgradeResult> {
  const { version, texts } = await readPackFiles();
  return changePack(client, async () => {
    const { version: from } = requireInstalled(await packStatus(client));
    if (from > version) {
      throw new AppError(
        "conflict",
        `The installed pack is newer: ${String(from)}, and this one is ${String(version)}.`,
        {
          next: NEWER_NEEDED,
        },
      );
    }
    await runTexts(client, texts);
    return { outcome: from < version ? "upgraded" : "restored", from, to: version };
  });
}

export function requireInstalled(status: PackStatus): Extract<PackStatus, { state: "installed" }> {
  if (status.state === "installed") return status;
  const [reason, next] =
    status.state === "foreign"
      ? ["Schema api holds another implementation of this API", "Manage it with the tool that installed it."]
      : ["The pack is not installed", "See that this is the database you mean: handlers status tells what it holds."];
  throw new AppError("not_found", `${reason}; nothing was changed.`, { next });
}

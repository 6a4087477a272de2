import type { Read } from "../catalog/read.ts";
import { type FileSetting, readFileSetting, readSetting, reloadSettings, type Setting } from "../catalog/setting.ts";
import { AppError } from "../errors.ts";
import type { AppliedSetting } from "./apply-setting.ts";

export interface ReadBack {
  readonly setting: Setting;
  readonly files: FileSetting | undefined;
}

const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640];
const INSUFFICIENT_PRIVILEGE = "42501";

/** The setting as it is after a change. A failure from here on says that the change itself was made. */
export async function readBack(read: Read, before: Setting, { level, sql }: AppliedSetting): Promise<ReadBack> {
  const { name, seesFiles } = before;
  try {
    const current = level === "system" ? await awaitReload(read, name) : await readSetting(read, name);
    return { setting: current ?? before, files: seesFiles ? await readFileSetting(read, name) : undefined };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    throw new AppError(thrown.code, thrown.message, {
      ...thrown.details,
      next: `The change was made, only reading it back failed. It was: ${sql}`,
    });
  }
}

/**
 * Has the server read its files. Sessions hear of that one by one, so the setting is read until the answering one has;
 * after the last pause `isReloaded` stays false. Undefined when the role may not ask for it.
 */
async function awaitReload(read: Read, name: string): Promise<Setting | undefined> {
  const reloadedAt = await askForReload(read);
  if (reloadedAt === undefined) return undefined;
  let current = await readSetting(read, name, reloadedAt);
  for (const pauseMs of PAUSES_MS) {
    if (current?.isReloaded !== false) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    current = await readSetting(read, name, reloadedAt);
  }
  return current;
}

async function askForReload(read: Read): Promise<string | undefined> {
  try {
    return await reloadSettings(read);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.details.sqlstate === INSUFFICIENT_PRIVILEGE) return undefined;
    throw thrown;
  }
}

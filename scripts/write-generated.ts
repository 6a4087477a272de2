import { mkdir, readFile, rename, writeFile } from "node:fs/promises";

const folder = new URL("../src/generated/", import.meta.url);

export async function readGenerated(name: string): Promise<string | undefined> {
  return await readFile(new URL(name, folder), "utf8").catch(() => undefined);
}

/**
 * Leaves a file that is right already alone, so that nothing that watches it starts anew; never shows half of one to
 * another start that reads it.
 */
export async function writeGenerated(name: string, text: string): Promise<void> {
  if ((await readGenerated(name)) === text) return;
  await mkdir(folder, { recursive: true });
  const unfinished = new URL(`${name}.${process.pid}`, folder);
  await writeFile(unfinished, text);
  await rename(unfinished, new URL(name, folder));
}

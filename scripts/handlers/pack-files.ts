import fs from "node:fs/promises";

const folder = new URL("./pack/", import.meta.url);
const VERSION = /'SELECT (\d+)'/;

export interface PackFiles {
  /** The version that running the texts leaves behind. */
  readonly version: number;
  /** The texts of the SQL files, in the order to run them. */
  readonly texts: readonly string[];
}

export async function readPackFiles(): Promise<PackFiles> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(names.map((name) => fs.readFile(new URL(name, folder), "utf8")));
  const [, version] = VERSION.exec(texts.at(-1) ?? "") ?? [];
  if (version === undefined) throw new Error("The last file of the pack does not say its version");
  return { version: Number(version), texts };
}

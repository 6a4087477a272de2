import path from "node:path";
import { showCell } from "./table.ts";

/** npm changes to the package's folder before it runs this, and keeps where the person is in INIT_CWD. */
function currentFolder(): string {
  const started = process.env["npm_lifecycle_event"] === "postern" ? process.env["INIT_CWD"] : undefined;
  return started ?? process.cwd();
}

/** The file that a path means to the person who typed it. */
export const fromHere = (given: string): string => path.resolve(currentFolder(), given);

/** The path as it was typed, on one line. */
export const showPath = (given: string): string => showCell(given);

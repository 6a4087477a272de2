import fs from "node:fs";
import { statePaths } from "./state.ts";

/**
 * A killed run can neither remove its temporary files nor stop its bundler. The next start finds both by this folder, so
 * it is set before anything is started.
 */
export function keepTemporaryFilesTogether(): void {
  fs.mkdirSync(statePaths.temporary, { recursive: true });
  // Windows reads the other two.
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = statePaths.temporary;
}

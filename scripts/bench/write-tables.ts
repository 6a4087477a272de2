import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { placeTable } from "../place-table.ts";
import { ownTable } from "./own-table.ts";
import { rivalTable } from "./rival-table.ts";
import type { Summary } from "./summary.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

function writeTable(file: string, name: string, table: string): void {
  const written = placeTable(fs.readFileSync(path.join(ROOT, file), "utf8"), name, table);
  if (written === undefined) throw new Error(`${file} has no place for the table ${name}`);
  fs.writeFileSync(path.join(ROOT, file), written);
}

/** Puts what was measured into README and docs, where it stays until the next run that is asked to. */
export function writeTables(summary: Summary): void {
  if (summary.rivals === undefined) throw new Error("--readme needs the rivals: leave out --no-rivals");
  writeTable("README.md", "bench", rivalTable(summary.rivals));
  writeTable("docs/measured.md", "measured", ownTable(summary));
  const oxfmt = path.dirname(createRequire(import.meta.url).resolve("oxfmt/package.json"));
  execFileSync(process.execPath, [path.join(oxfmt, "bin/oxfmt"), "README.md", "docs/measured.md"], { cwd: ROOT });
}

// Writes src/sql/builtin-functions.json from the catalogues of live servers and from review.json.
// With connection URLs as arguments it asks those servers; without, it installs and starts one of each major version.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { readFunctionUrls } from "./function-options.ts";
import { buildFunctionTable, type NameTraits } from "./function-table.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";

const VERSIONS = ["15.18.0-beta.17", "16.14.0-beta.17", "17.10.0-beta.17", "18.4.0-beta.17"];
const question = await readFile(new URL("functions.sql", import.meta.url), "utf8");
const target = new URL("../../src/sql/builtin-functions.json", import.meta.url);

interface Answer {
  readonly version: string;
  readonly names: readonly NameTraits[];
}

async function ask(connectionString: string): Promise<Answer> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const names = (await client.query<NameTraits>(question)).rows;
    return { version: rows[0]?.version ?? "", names };
  } finally {
    await client.end();
  }
}

async function askThrowaway(version: string): Promise<Answer> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-functions-"));
  try {
    const postgres = await startThrowawayPostgres(version, folder);
    try {
      return await ask(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const urls = readFunctionUrls(process.argv.slice(2));
const answers: Answer[] = [];
for (const url of urls) answers.push(await ask(url));
if (urls.length === 0) for (const version of VERSIONS) answers.push(await askThrowaway(version));

const versions = answers.map((answer) => answer.version).join(", ");
const table = buildFunctionTable(
  `pg_proc of PostgreSQL ${versions}, sorted by scripts/functions (npm run functions)`,
  answers.map((answer) => answer.names),
);
await writeFile(target, `${JSON.stringify(table, undefined, 2)}\n`);
const count = (lines: readonly string[]): number => lines.join(" ").split(" ").length;
console.log(
  `${String(count(table.allow))} names allowed, ${String(count(table.deny.flatMap((one) => one.names)))} denied`,
);

import { applyFiles } from "../handlers/apply-files.ts";
import { KINDS, writeNewHandler } from "../handlers/new-handler.ts";
import { readSqlFile } from "../handlers/sql-file.ts";
import { testHandlers } from "../handlers/test-handlers.ts";
import { type Command, defineCommand, PROGRAM, UsageError } from "./command.ts";
import { showPath } from "./file-path.ts";
import { showApplied, showTest } from "./handler-file-view.ts";
import { asOwner, CONNECTS_AS_OWNER, OWNER_URL } from "./owner-connection.ts";

const FILE = { name: "file", what: "a file of SQL that registers handlers" } as const;
const [SHORTEST_MS, USUAL_MS, LONGEST_MS] = [1, 15_000, 600_000];

const CHECKED =
  "Postgres' own grammar splits the file into statements. Each is sent alone; COMMIT and other transaction control, COPY with STDIN, and commands of psql are refused, and a mistake is shown with its line.";

function readTimeout(given: string | undefined): number {
  const timeoutMs = given === undefined ? USUAL_MS : Number(given);
  if (!Number.isInteger(timeoutMs) || timeoutMs < SHORTEST_MS || timeoutMs > LONGEST_MS)
    throw new UsageError(`--timeout-ms must be a whole number from ${String(SHORTEST_MS)} to ${String(LONGEST_MS)}`);
  return timeoutMs;
}

const create = defineCommand({
  name: "handlers new",
  summary: "Write a file to start a tool, resource or prompt from",
  details: [
    "The file registers a handler that works as it is, explains itself, and ends with calls that handlers test makes. It has an id of its own: keep it, and the file always replaces the same handler. Needs no database, and never overwrites a file.",
  ],
  arguments: [
    { name: "kind", what: KINDS.join(", ").replace(/, (\w+)$/, " or $1") },
    { name: "name", what: "the handler's name: a letter and up to 48 more letters, digits, _, . or -" },
  ],
  options: {
    file: { type: "string", value: "path", what: "where to write it", otherwise: "<name>.sql in the current folder" },
  },
  examples: [
    { line: "handlers new tool weather_at", what: "Writes weather_at.sql." },
    { line: "handlers new resource invoice --file sql/invoice.sql", what: "Into another folder, which must exist." },
  ],
  next: `Try it: ${PROGRAM} handlers test <file>`,
  async run(session, { kind: word, name }, { file }) {
    const kind = KINDS.find((known) => known === word);
    if (kind === undefined) throw new UsageError(`The kind of a handler is one of ${KINDS.join(", ")}`);
    const path = file ?? `${name}.sql`;
    const { id } = await writeNewHandler({ kind, name, location: session.locate(path), path: showPath(path) });
    const text = `Wrote ${showPath(path)}. Try it: ${PROGRAM} handlers test ${showPath(path)}`;
    return { data: { kind, name, id, file: session.locate(path) }, text };
  },
});

const test = defineCommand({
  name: "handlers test",
  summary: "Run a file and its calls in one transaction, show the answers, and roll it all back",
  details: [
    'Calls are comments in the file: "-- call: tools/call {...}" with the parameters as JSON, below it "-- as: provider|subject" (or a JSON object with user_id, tenant_id and user_email) for who calls, and "-- expect: {...}" for what the answer must contain, as jsonb @> finds it. A value may go on in the next comment. "-- given: INSERT ...;" is run in tests only, before the calls.',
    "Each call runs as the gateway would run it, READ ONLY and at the isolation level that its handler asks for, and is undone before the next. Exit code 1 when an expectation fails, or a call without one does not succeed.",
    "Where the pack is missing it is installed for this transaction. Nothing stays but what no rollback undoes, such as numbers taken from sequences; locks are held until the end.",
    CHECKED,
    CONNECTS_AS_OWNER,
  ],
  arguments: [FILE],
  options: {
    ...OWNER_URL,
    role: {
      type: "string",
      value: "name",
      what: "make the calls as this role, under its grants and row level security: the role of the tenant's connection",
      otherwise: "the owner, whom neither stops",
    },
    "timeout-ms": { type: "string", value: "ms", what: "how long a call may take", otherwise: String(USUAL_MS) },
  },
  examples: [
    { line: "handlers test weather_at.sql", what: "The URL is in DATABASE_URL." },
    {
      line: "handlers test weather_at.sql --role postern_reader --connection -",
      what: "As the role that will call it.",
      before: "cat owner-url.txt |",
    },
  ],
  next: `Register it: ${PROGRAM} handlers apply <file>`,
  async run(session, { file: path }, { connection: url, role, "timeout-ms": timeout }) {
    const timeoutMs = readTimeout(timeout);
    const file = await readSqlFile(session.locate(path), showPath(path));
    const report = await asOwner(session, url, (client) => testHandlers(client, file, { timeoutMs, role }));
    const untried = `${file.path} makes no calls: write some, see ${PROGRAM} handlers test --help`;
    return {
      data: report,
      text: showTest(report),
      warnings: report.calls.length === 0 ? [untried] : [],
      failed: !report.passed,
    };
  },
});

const apply = defineCommand({
  name: "handlers apply",
  summary: "Run files for real, all in one transaction, without psql",
  details: [
    "All of them are run in the order given, or nothing is changed. Their calls are not made. The pack must be installed.",
    CHECKED,
    CONNECTS_AS_OWNER,
  ],
  arguments: [{ ...FILE, what: "one or more files of SQL that register handlers", isMany: true }],
  options: OWNER_URL,
  examples: [
    { line: "handlers apply weather_at.sql", what: "The URL is in DATABASE_URL." },
    { line: "handlers apply tables.sql weather_at.sql invoice.sql", what: "Several at once, or none of them." },
  ],
  next: `See what there is: ${PROGRAM} handlers status`,
  async run(session, { file: paths }, { connection: url }) {
    const files = await Promise.all(paths.map((path) => readSqlFile(session.locate(path), showPath(path))));
    const report = await asOwner(session, url, (client) => applyFiles(client, files));
    const unused = `No role may use handlers yet: ${PROGRAM} handlers install --grant-to <role of the connection>`;
    return {
      data: report,
      text: showApplied(report),
      warnings: [...report.notices, ...(report.usedBy?.length === 0 ? [unused] : [])],
    };
  },
});

export const HANDLER_FILE_COMMANDS: readonly Command[] = [create, test, apply];

import { type CheckedConnection, isDangerous, showCheck } from "./check-report.ts";
import { type Command, defineCommand, PROGRAM, type Session, UsageError } from "./command.ts";
import { connectionTable, showTarget } from "./connection-view.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { TENANT } from "./tenant-argument.ts";

const CONNECTION = { name: "id", what: "the connection's id within the tenant, such as main" } as const;

/** "-" keeps the password out of the shell's history and the process list. */
async function readDatabaseUrl(given: string, { readInput }: Session): Promise<string> {
  const url = given === "-" ? await readInput("Database URL: ") : given;
  if (url === "") throw new UsageError("--database-url is empty");
  return url;
}

const create = defineCommand({
  name: "connection create",
  summary: "Save a tenant's database, or replace it, and check it",
  details: [
    "The Worker seals the URL before it stores it and never shows the password again. It then connects and tells what the role could do beyond reading; the connection is saved whatever it finds.",
    "The first connection of a tenant is its default. Use a role that may only read: see Safety in the README.",
  ],
  arguments: [TENANT, CONNECTION],
  options: {
    "database-url": {
      type: "string",
      isRequired: true,
      value: "url",
      what: "postgres://user:password@host/database, or - to read it from stdin, which keeps the password out of the shell's history",
    },
    description: {
      type: "string",
      value: "text",
      what: "what the database holds, for assistants that choose between several",
      otherwise: "none",
    },
    proxy: {
      type: "string",
      value: "host",
      what: "the proxy in front of it, one of the Worker's ALLOWED_PROXIES",
      otherwise: "none: the host itself speaks Neon's protocol",
    },
  },
  examples: [
    {
      line: "connection create acme main --database-url -",
      what: "The URL comes from a file that only you can read.",
      before: "cat database-url.txt |",
    },
    {
      line: "connection create acme crm --database-url - --description 'customers and orders' --proxy pg.example.com",
      what: "A second database, behind a proxy.",
      before: "cat crm-url.txt |",
    },
  ],
  next: `Make a token for an assistant: ${PROGRAM} token create <tenant> --label laptop`,
  async run(session, { tenant, id }, { "database-url": given, description, proxy }) {
    const { connection, check } = await session.admin.putConnection(tenant, {
      id,
      url: await readDatabaseUrl(given, session),
      ...(proxy === undefined ? {} : { proxy }),
      ...(description === undefined ? {} : { description }),
    });
    const text = `Saved connection ${connection.id}: ${showTarget(connection)}`;
    const data = { ...connection, check };
    const report = showCheck({ id: connection.id, check });
    // It is saved all the same, so this is no failure.
    if (!check.reachable) return { data, text, warnings: [`Warning: ${report}`] };
    return { data, text: `${text}\n${report}` };
  },
});

const list = defineCommand({
  name: "connection list",
  summary: "List a tenant's connections, the default first",
  arguments: [TENANT],
  options: {},
  examples: [{ line: "connection list acme", what: "Host, user and database of each; never a password." }],
  next: `See whether they answer: ${PROGRAM} connection check <tenant>`,
  async run({ admin }, { tenant }) {
    const connections = await admin.listConnections(tenant);
    return { data: connections, text: connectionTable(tenant, connections) };
  },
});

const check = defineCommand({
  name: "connection check",
  summary: "Connect and tell what the role could do beyond reading",
  details: [
    "The Worker connects to one database, or to each of the tenant, and looks at the role's powers. Exit code 1 when one does not answer.",
  ],
  arguments: [TENANT, { ...CONNECTION, what: "the connection to check; all of them when left out", isOptional: true }],
  options: { strict: { type: "boolean", what: "exit with 1 when a finding is dangerous, too" } },
  examples: [
    { line: "connection check acme", what: "All databases of acme." },
    {
      line: "connection check acme main --strict",
      what: "For a deployment script: stops it when the role is too strong.",
    },
  ],
  next: "Do what the findings' fixes say, as the owner of the database, and check again.",
  async run({ admin }, { tenant, id }, { strict }) {
    const ids = id === undefined ? (await admin.listConnections(tenant)).map((connection) => connection.id) : [id];
    const checked: CheckedConnection[] = [];
    for (const each of ids) checked.push({ id: each, check: await admin.checkConnection(tenant, each) });
    return {
      data: checked,
      text: checked.length === 0 ? connectionTable(tenant, []) : checked.map(showCheck).join("\n"),
      failed: checked.some((item) => !item.check.reachable || (strict && isDangerous(item.check))),
    };
  },
});

const remove = defineCommand({
  name: "connection delete",
  summary: "Delete a connection",
  details: [`The database itself is not touched. ${ASKS_FIRST}`],
  arguments: [TENANT, CONNECTION],
  options: YES,
  examples: [{ line: "connection delete acme main", what: "acme no longer reaches this database." }],
  next: "If the password may have leaked, change it in the database: that is what ends its use for certain.",
  async run({ admin, confirm }, { tenant, id }, { yes }) {
    if (!yes) await confirm(`Delete connection ${id} of tenant ${tenant}?`);
    await admin.deleteConnection(tenant, id);
    return { data: { deleted: id }, text: `Deleted connection ${id}.` };
  },
});

export const CONNECTION_COMMANDS: readonly Command[] = [create, list, check, remove];

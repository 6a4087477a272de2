import { text as readAll } from "node:stream/consumers";
import type { AdminClient, ConnectionInfo, NewToken, TokenRecord } from "../admin-client.ts";
import { warnOfDatabase } from "./database-warning.ts";

export const USAGE = `npm run postern -- <command> [options]

  tenant create <tenant> [--name text] [--policy json]
  tenant update <tenant> [--name text] [--policy json]   changes only the settings named in the JSON
  tenant list
  tenant delete <tenant>
  connection create <tenant> <id> --database-url <url, or - to read it from stdin> [--proxy host]
  connection list <tenant>
  connection delete <tenant> <id>
  token create <tenant> [--label text] [--subject text] [--email text] [--role name]
               [--scope read|write|admin, may be repeated (read)] [--expires-in-days n]
  token list <tenant>
  token revoke <tenant> <id>

  --url <url>   the Worker (the local one unless given); its admin token is read from ADMIN_TOKEN
  --json        print JSON
  --help        show this`;

export class UsageError extends Error {}

export interface CommandValues {
  name?: string | undefined;
  policy?: string | undefined;
  proxy?: string | undefined;
  label?: string | undefined;
  subject?: string | undefined;
  email?: string | undefined;
  role?: string | undefined;
  scope?: string[] | undefined;
  "expires-in-days"?: string | undefined;
  "database-url"?: string | undefined;
}

interface Output {
  data: unknown;
  text: string;
  /** For stderr, so that --json stays JSON. */
  warning?: string | undefined;
}

interface Command {
  run(admin: AdminClient, names: string[], values: CommandValues): Promise<Output>;
}

const connectionLine = (item: ConnectionInfo): string =>
  `${item.id}  ${item.user}@${item.host}:${item.port}/${item.database}${item.proxy === undefined ? "" : `  via ${item.proxy}`}`;

const tokenLine = (item: TokenRecord): string =>
  `${item.id}  ${item.scopes.join(",")}  ${item.label ?? "-"}  expires ${item.expiresAt ?? "never"}`;

const listing = <T>(items: T[], line: (item: T) => string): Output => ({
  data: items,
  text: items.length === 0 ? "None." : items.map(line).join("\n"),
});

function expect<const N extends string[]>(names: string[], ...wanted: N): { [K in keyof N]: string } {
  if (names.length !== wanted.length) {
    throw new UsageError(`Expected: ${wanted.map((name) => `<${name}>`).join(" ") || "no name"}`);
  }
  return names as { [K in keyof N]: string };
}

function tenantFields({ name, policy }: CommandValues): { name?: string; policy?: unknown } {
  return {
    ...(name === undefined ? {} : { name }),
    ...(policy === undefined ? {} : { policy: parsePolicy(policy) }),
  };
}

function parsePolicy(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--policy must be JSON such as '{"maxRows":500}'`);
  }
}

function newToken(values: CommandValues): NewToken {
  const days = values["expires-in-days"];
  if (days !== undefined && !/^[1-9]\d*$/.test(days)) {
    throw new UsageError("--expires-in-days must be a whole number of days");
  }
  return {
    ...(values.label === undefined ? {} : { label: values.label }),
    ...(values.subject === undefined ? {} : { subject: values.subject }),
    ...(values.email === undefined ? {} : { email: values.email }),
    ...(values.role === undefined ? {} : { role: values.role }),
    ...(values.scope === undefined ? {} : { scopes: values.scope }),
    ...(days === undefined ? {} : { expiresInDays: Number(days) }),
  };
}

/** "-" keeps the password out of the shell's history and the process list. */
async function databaseUrl(values: CommandValues): Promise<string> {
  const given = values["database-url"];
  const url = given === "-" ? (await readAll(process.stdin)).trim() : given;
  if (!url) throw new UsageError("--database-url is missing");
  return url;
}

const COMMANDS = new Map<string, Command["run"]>([
  [
    "tenant create",
    async (admin, names, values) => {
      const [id] = expect(names, "tenant");
      const tenant = await admin.createTenant({ id, ...tenantFields(values) });
      return { data: tenant, text: `Created tenant ${tenant.id}.` };
    },
  ],
  [
    "tenant update",
    async (admin, names, values) => {
      const [id] = expect(names, "tenant");
      const tenant = await admin.updateTenant(id, tenantFields(values));
      return { data: tenant, text: `Updated tenant ${tenant.id}: ${JSON.stringify(tenant.policy)}` };
    },
  ],
  [
    "tenant list",
    async (admin, names) => {
      expect(names);
      return listing(await admin.listTenants(), (item) =>
        [`${item.id}  ${item.name}`, ...item.connections.map(connectionLine)].join("\n    "),
      );
    },
  ],
  [
    "tenant delete",
    async (admin, names) => {
      const [id] = expect(names, "tenant");
      await admin.deleteTenant(id);
      return { data: { deleted: id }, text: `Deleted tenant ${id}.` };
    },
  ],
  [
    "connection create",
    async (admin, names, values) => {
      const [tenant, id] = expect(names, "tenant", "id");
      const proxy = values.proxy === undefined ? {} : { proxy: values.proxy };
      const made = await admin.putConnection(tenant, { id, url: await databaseUrl(values), ...proxy });
      const [standard] = await admin.listConnections(tenant);
      // The Worker probes the first connection only.
      const warning = standard?.id === id ? await warnOfDatabase(admin, tenant) : undefined;
      return { data: made, text: `Saved connection ${connectionLine(made)}`, warning };
    },
  ],
  [
    "connection list",
    async (admin, names) => {
      const [tenant] = expect(names, "tenant");
      return listing(await admin.listConnections(tenant), connectionLine);
    },
  ],
  [
    "connection delete",
    async (admin, names) => {
      const [tenant, id] = expect(names, "tenant", "id");
      await admin.deleteConnection(tenant, id);
      return { data: { deleted: id }, text: `Deleted connection ${id}.` };
    },
  ],
  [
    "token create",
    async (admin, names, values) => {
      const [tenant] = expect(names, "tenant");
      const made = await admin.createToken(tenant, newToken(values));
      return { data: made, text: `${tokenLine(made.record)}\n\n${made.token}\n\nShown only this once.` };
    },
  ],
  [
    "token list",
    async (admin, names) => {
      const [tenant] = expect(names, "tenant");
      return listing(await admin.listTokens(tenant), tokenLine);
    },
  ],
  [
    "token revoke",
    async (admin, names) => {
      const [tenant, id] = expect(names, "tenant", "id");
      await admin.revokeToken(tenant, id);
      return { data: { revoked: id }, text: `Revoked token ${id}.` };
    },
  ],
]);

export function findCommand(positionals: string[]): Command {
  const [noun, verb] = positionals;
  const run = COMMANDS.get(`${noun} ${verb}`);
  if (!run)
    throw new UsageError(
      noun === undefined ? "No command given" : `Unknown command: ${positionals.slice(0, 2).join(" ")}`,
    );
  return { run };
}

import { parseArgs } from "node:util";
import { adminClient } from "./admin-client.ts";
import { findCommand, USAGE, UsageError } from "./local/cli-commands.ts";
import { readLocalUrl, readSecrets } from "./local/state.ts";

const OPTIONS = {
  url: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  name: { type: "string" },
  policy: { type: "string" },
  proxy: { type: "string" },
  label: { type: "string" },
  subject: { type: "string" },
  email: { type: "string" },
  role: { type: "string" },
  scope: { type: "string", multiple: true },
  "expires-in-days": { type: "string" },
  "database-url": { type: "string" },
} as const;

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function isLocal(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/** The local secret goes to this machine only, never to an address given by --url. */
function chooseAdminToken(url: string): string {
  const fromEnvironment = process.env["ADMIN_TOKEN"];
  if (fromEnvironment) return fromEnvironment;
  const local = isLocal(url) ? readSecrets()?.adminToken : undefined;
  if (local === undefined) throw new UsageError("Set ADMIN_TOKEN to the Worker's admin token");
  return local;
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(process.argv.slice(2));
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const command = findCommand(positionals);
  const url = values.url ?? readLocalUrl() ?? "http://localhost:8787";
  if (!URL.canParse(url)) throw new UsageError(`--url is not a URL: ${url}`);
  const admin = adminClient({ url, adminToken: chooseAdminToken(url) });
  const { data, text, warning } = await command.run(admin, positionals.slice(2), values);
  console.log(values.json ? JSON.stringify(data, null, 2) : text);
  if (warning !== undefined) console.error(warning);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${USAGE}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

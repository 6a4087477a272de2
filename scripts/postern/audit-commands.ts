import { readFile } from "node:fs/promises";
import { type Command, defineCommand, PROGRAM } from "./command.ts";

const TABLE = new URL("../handlers/pack/03-exchange.sql", import.meta.url);

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What the role needs to add rows, and no right to read or change them. */
function grants(role: string): string {
  const name = quoteName(role);
  return `GRANT USAGE ON SCHEMA api TO ${name};\nGRANT INSERT ON api.mcp_exchange TO ${name};\n`;
}

const table = defineCommand({
  name: "audit table",
  summary: "Print the SQL that makes the audit table, api.mcp_exchange",
  details: [
    "Run it as the owner of the tenant's database; it can be run twice. The output is SQL and nothing else, fit to be piped into psql. The role gets the right to add rows and none to read or change them.",
    `The Worker writes a row for every call once the tenant is told to: ${PROGRAM} tenant update <tenant> --set auditToDatabase=true`,
  ],
  arguments: [],
  options: {
    role: {
      type: "string",
      value: "name",
      what: "the role of the tenant's connection, which is granted INSERT",
      otherwise: "no GRANT is printed",
    },
  },
  examples: [
    {
      line: "audit table --role postern_reader",
      what: "Make it at once.",
      after: `| psql "$OWNER_URL"`,
    },
  ],
  next: `Switch it on: ${PROGRAM} tenant update <tenant> --set auditToDatabase=true`,
  async run(_, __, { role }) {
    const made = await readFile(TABLE, "utf8");
    const sql = role === undefined ? made : `${made}\n${grants(role)}`;
    const missing = role === undefined ? "-- Print the GRANTs too, with --role and the role of the connection.\n" : "";
    const next = `-- Then switch it on: ${PROGRAM} tenant update <tenant> --set auditToDatabase=true`;
    return { data: { sql }, text: `${sql}\n${missing}${next}` };
  },
});

export const AUDIT_COMMANDS: readonly Command[] = [table];

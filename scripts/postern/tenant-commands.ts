import { type Command, defineCommand, PROGRAM, UsageError } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { TENANT } from "./tenant-argument.ts";
import { readPolicy } from "./policy-settings.ts";
import { showCell } from "./table.ts";
import { describePolicy, showTenant, tenantTable } from "./tenant-view.ts";

const SETTINGS = {
  name: { type: "string", value: "text", what: "a name for people", otherwise: "the tenant's id" },
  policy: {
    type: "string",
    value: "json",
    what: `settings as one JSON object, such as '{"maxRows":500}'`,
    otherwise: "the default of every setting",
  },
  set: {
    type: "string",
    multiple: true,
    value: "name=value",
    what: "one setting: a number, true, false, a list with commas, or null for the default; wins over --policy",
    otherwise: "the default of every setting",
  },
} as const;

const unchanged = { otherwise: "left as it is" } as const;
const CHANGES = {
  name: { ...SETTINGS.name, ...unchanged },
  policy: { ...SETTINGS.policy, ...unchanged },
  set: { ...SETTINGS.set, ...unchanged },
} as const;

interface Wanted {
  name: string | undefined;
  policy: string | undefined;
  set: readonly string[];
}

function toFields({ name, policy, set }: Wanted) {
  const settings = readPolicy(policy, set);
  return { ...(name === undefined ? {} : { name }), ...(settings === undefined ? {} : { policy: settings }) };
}

const create = defineCommand({
  name: "tenant create",
  summary: "Make a tenant",
  details: [
    "A tenant has its own databases, tokens and policy: what its tokens may read, how much and for how long. Nothing of one tenant can be reached with a token of another.",
    `${PROGRAM} tenant show <tenant> lists every setting of a policy with its default and what it takes.`,
  ],
  arguments: [
    { name: "tenant", what: "an id of your choice: 1 to 63 lower-case letters, digits, hyphens and underscores" },
  ],
  options: SETTINGS,
  examples: [
    { line: "tenant create acme --name 'Acme Ltd'", what: "A tenant with the default policy." },
    {
      line: "tenant create crm --set maxRows=500 --set allowedSchemas=sales,crm",
      what: "Answers of at most 500 rows, and only two schemas can be read.",
    },
  ],
  next: `Give it a database: ${PROGRAM} connection create <tenant> main --database-url -`,
  async run({ admin }, { tenant: id }, options) {
    const tenant = await admin.createTenant({ id, ...toFields(options) });
    const next = `${PROGRAM} connection create ${tenant.id} main --database-url -`;
    return { data: tenant, text: `Created tenant ${tenant.id}. Give it a database: ${next}` };
  },
});

const update = defineCommand({
  name: "tenant update",
  summary: "Change a tenant's name or single settings of its policy",
  details: [
    "Settings that are not named stay as they are. A warm Worker may use the old ones for half a minute.",
    `${PROGRAM} tenant show <tenant> lists every setting with its default and what it takes.`,
  ],
  arguments: [TENANT],
  options: CHANGES,
  examples: [
    { line: "tenant update acme --set statementTimeoutMs=30000", what: "Statements may run for 30 seconds." },
    { line: "tenant update acme --set allowedSchemas=null", what: "Every schema can be read again." },
    { line: `tenant update acme --policy '{"maxRows":500,"allowedSchemas":["sales"]}'`, what: "Several at once." },
  ],
  next: `Look at the whole policy: ${PROGRAM} tenant show <tenant>`,
  async run({ admin }, { tenant: id }, options) {
    const fields = toFields(options);
    if (Object.keys(fields).length === 0) throw new UsageError("Nothing to change: give --name, --policy or --set");
    const tenant = await admin.updateTenant(id, fields);
    const changed = new Set(Object.keys(fields.policy ?? {}));
    const lines = [
      `Updated tenant ${tenant.id}`,
      ...(fields.name === undefined ? [] : [`  name: ${showCell(tenant.name)}`]),
      ...describePolicy(tenant.policy, await admin.policySettings())
        .filter(({ name }) => changed.has(name))
        .map(({ name, value }) => `  ${name}: ${showCell(value)}`),
    ];
    return { data: tenant, text: lines.join("\n") };
  },
});

const list = defineCommand({
  name: "tenant list",
  summary: "List the tenants and their connections",
  arguments: [],
  options: {},
  examples: [{ line: "tenant list", what: "Every tenant in a line." }],
  next: `Look at one: ${PROGRAM} tenant show <tenant>`,
  async run({ admin }) {
    const tenants = await admin.listTenants();
    return { data: tenants, text: tenantTable(tenants) };
  },
});

const show = defineCommand({
  name: "tenant show",
  summary: "Show a tenant: its policy with what is default, its connections, how many tokens it has",
  arguments: [TENANT],
  options: {},
  examples: [{ line: "tenant show acme", what: "What can be read with a token of acme, and how much." }],
  next: `Change a setting: ${PROGRAM} tenant update <tenant> --set maxRows=500`,
  async run({ admin }, { tenant: id }) {
    const [tenant, settings, tokens] = await Promise.all([
      admin.showTenant(id),
      admin.policySettings(),
      admin.listTokens(id),
    ]);
    return { data: { ...tenant, tokens: tokens.length }, text: showTenant(tenant, settings, tokens.length) };
  },
});

const remove = defineCommand({
  name: "tenant delete",
  summary: "Delete a tenant with its connections and tokens",
  details: [`The databases themselves are not touched. It cannot be undone. ${ASKS_FIRST}`],
  arguments: [TENANT],
  options: YES,
  examples: [{ line: "tenant delete acme --yes", what: "Without asking." }],
  next: "Change the password of the database role if somebody else may know it.",
  async run({ admin, confirm }, { tenant: id }, { yes }) {
    if (!yes) await confirm(`Delete tenant ${id} with all its connections and tokens?`);
    await admin.deleteTenant(id);
    return { data: { deleted: id }, text: `Deleted tenant ${id}.` };
  },
});

export const TENANT_COMMANDS: readonly Command[] = [create, update, list, show, remove];

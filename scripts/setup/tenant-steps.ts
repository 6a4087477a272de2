import { setTimeout as wait } from "node:timers/promises";
import type { ConnectionInfo } from "../admin-records.ts";
import { AdminError } from "../admin-error.ts";
import { saveDeployed } from "../local/deployed.ts";
import { showCheck } from "../postern/check-report.ts";
import { UsageError } from "../postern/command.ts";
import { onceSpread } from "./once-spread.ts";
import type { Finding, Setup, Step } from "./step.ts";

const CONNECTION = "main";
const LABEL = "npm run setup";

/** What is asked of a Worker that does not run yet is missing. */
async function findTenant(setup: Setup): Promise<void> {
  if (setup.version === undefined || setup.tenant !== undefined) return;
  try {
    setup.tenant = await setup.admin().showTenant(setup.options.tenant);
  } catch (error) {
    if (!(error instanceof AdminError && error.status === 404)) throw error;
  }
}

export const tenantStep: Step = {
  label: "Tenant",
  isSettledLate: true,
  async look(setup) {
    await findTenant(setup);
    const { tenant: id } = setup.options;
    return setup.tenant === undefined ? { todo: `create ${id}` } : { done: id };
  },
  async act(setup) {
    setup.tenant = await setup.admin().createTenant({ id: setup.options.tenant });
    return setup.tenant.id;
  },
};

/** The same but for the password, which nobody is shown. */
function isSame({ host, port, user, database }: ConnectionInfo, text: string): boolean {
  const url = new URL(text);
  return (
    url.hostname === host &&
    Number(url.port || "5432") === port &&
    decodeURIComponent(url.username) === user &&
    decodeURIComponent(url.pathname.slice(1)) === database
  );
}

const savedConnection = ({ tenant }: Setup): ConnectionInfo | undefined =>
  tenant?.connections.find(({ id }) => id === CONNECTION);

async function lookAtConnection(setup: Setup): Promise<Finding> {
  const saved = savedConnection(setup);
  const { databaseUrl } = setup;
  if (saved === undefined) return { todo: "save the database's URL, sealed, and check its role" };
  if (databaseUrl !== undefined && !isSame(saved, databaseUrl))
    return { todo: `replace ${saved.host} by the given one` };
  const check = await setup.admin().checkConnection(setup.options.tenant, CONNECTION);
  if (check.reachable) return { done: showCheck({ id: CONNECTION, check }) };
  return { todo: `save it anew: ${showCheck({ id: CONNECTION, check })}` };
}

export const connectionStep: Step = {
  label: "Connection",
  isSettledLate: true,
  look: lookAtConnection,
  async act(setup) {
    const { options, databaseUrl: url } = setup;
    if (url === undefined) throw new UsageError("The connection needs --database-url");
    const proxy = options.proxy === undefined ? {} : { proxy: options.proxy };
    const connection = { id: CONNECTION, url, ...proxy };
    const { check } = await onceSpread(() => setup.admin().putConnection(options.tenant, connection), wait);
    if (!check.reachable)
      throw new AdminError(showCheck({ id: CONNECTION, check }), {
        status: 0,
        code: check.code,
        next: "It is saved. Run this again with the right --database-url to replace it.",
      });
    // What the role could do beyond reading is for a person to judge, so it stops nothing.
    return showCheck({ id: CONNECTION, check });
  },
};

async function hasToken(setup: Setup): Promise<boolean> {
  const { options, record } = setup;
  const saved = record.tokens[options.tenant];
  if (saved === undefined || setup.tenant === undefined) return false;
  return (await setup.admin().listTokens(options.tenant)).some(({ id }) => id === saved.id);
}

/** A token is shown only when it is made, so one that this checkout does not know is of no use here. */
export const tokenStep: Step = {
  label: "Token",
  isSettledLate: true,
  look: async (setup) =>
    (await hasToken(setup)) ? { done: "made before, and good" } : { todo: `make one, named "${LABEL}"` },
  async act(setup) {
    const { options, record } = setup;
    const make = () => setup.admin().createToken(options.tenant, { label: LABEL });
    const { token, record: made } = await onceSpread(make, wait);
    record.tokens[options.tenant] = { id: made.id, token };
    return `made ${made.id}; your copy is in ${saveDeployed(record)}`;
  },
};

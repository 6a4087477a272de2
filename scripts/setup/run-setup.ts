import { adminClient } from "../admin-client.ts";
import { listSecrets } from "../cloudflare/account.ts";
import { readWorkerConfig } from "../cloudflare/worker-config.ts";
import { readDeployed } from "../local/deployed.ts";
import { renderPanel } from "../local/panel.ts";
import { UsageError } from "../postern/command.ts";
import { describeError } from "../postern/describe-error.ts";
import type { Surroundings } from "../postern/surroundings.ts";
import { readHealth } from "./await-health.ts";
import { carryOut, lookAt, type Look, makePlan } from "./carry-out.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import { deployStep } from "./deploy-step.ts";
import { logIn, NotLoggedIn } from "./login.ts";
import { namespaceStep } from "./namespace-step.ts";
import { parseSetupOptions, SETUP_HELP, type SetupOptions } from "./options.ts";
import { askForAdminToken, askForDatabase, readDatabaseUrl } from "./questions.ts";
import { secretsStep } from "./secrets-step.ts";
import type { Setup } from "./step.ts";
import { connectionStep, tenantStep, tokenStep } from "./tenant-steps.ts";

const [DONE, FAILED, USAGE] = [0, 1, 2];
const WORKER_STEPS = [namespaceStep, secretsStep, deployStep];
const TENANT_STEPS = [tenantStep, connectionStep, tokenStep];
const UNSEEN = "make it unless it is there";

const adminTokenOf = ({ env, record }: Setup): string | undefined => env["ADMIN_TOKEN"] || record.adminToken;

async function start(options: SetupOptions, surroundings: Surroundings, conversation: Conversation): Promise<Setup> {
  const config = await readWorkerConfig(options.environment);
  const nobody = { id: "", name: "" };
  const setup: Setup = {
    options,
    conversation,
    config,
    env: surroundings.env,
    account: nobody,
    record: readDeployed(config.name, nobody.id),
    secrets: undefined,
    newSecrets: {},
    namespace: undefined,
    version: undefined,
    tenant: undefined,
    databaseUrl: await readDatabaseUrl(options, surroundings),
    admin: () => adminClient({ url: setup.record.url ?? "", adminToken: adminTokenOf(setup) ?? "" }),
  };
  await logIn(setup);
  setup.record = readDeployed(config.name, setup.account.id);
  if (options.url !== undefined) moveTo(options.url, setup);
  await conversation.work(`Worker ${config.name}`, async () => {
    setup.secrets = await listSecrets(config.name, setup.env);
    const { url } = setup.record;
    if (setup.secrets !== undefined && url !== undefined) setup.version = await readHealth(url);
    return setup.secrets === undefined ? "not there yet" : "there";
  });
  return setup;
}

/** A saved secret goes only where it came from, and an address may be mistyped. */
function moveTo(url: string, { env, record }: Setup): void {
  if (record.url !== undefined && record.url !== url && record.adminToken !== undefined && !env["ADMIN_TOKEN"])
    throw new UsageError(
      `This checkout deployed ${record.worker} at ${record.url}, and sends its saved admin token only there. Set ADMIN_TOKEN to use it at ${url}`,
    );
  record.url = url;
}

/** The Worker has a token that nobody here knows: without it there is no tenant to be made. */
const isLockedOut = (setup: Setup): boolean =>
  setup.secrets?.includes("ADMIN_TOKEN") === true && adminTokenOf(setup) === undefined && !setup.options.newAdminToken;

async function lookAtTenant(setup: Setup): Promise<Look[]> {
  if (setup.options.deployOnly) return [];
  const mayAsk = setup.version !== undefined && adminTokenOf(setup) !== undefined && !setup.options.newAdminToken;
  if (mayAsk) return await lookAt(TENANT_STEPS, setup);
  const why = isLockedOut(setup) ? "unknown without the Worker's ADMIN_TOKEN" : UNSEEN;
  return TENANT_STEPS.map((step) => ({ step, finding: { todo: why } }));
}

async function askAll(setup: Setup, plan: readonly Look[]): Promise<boolean> {
  const { options, conversation } = setup;
  if (plan.some(({ step, finding }) => step === connectionStep && "todo" in finding)) await askForDatabase(setup);
  const mustAsk = !options.yes && conversation.isTerminal && plan.some(({ finding }) => "todo" in finding);
  return mustAsk ? await conversation.confirm("Go on?", "--yes") : true;
}

/** Makes sure that the admin API can be used once the Worker runs. */
async function settleAdminToken(setup: Setup): Promise<void> {
  if (setup.options.deployOnly || !isLockedOut(setup)) return;
  if (!(await askForAdminToken(setup)))
    throw new UsageError("Set ADMIN_TOKEN to the Worker's admin token, or give --new-admin-token or --deploy-only");
  setup.options = { ...setup.options, newAdminToken: true };
}

function showResult({ options, config, record }: Setup, { stdout }: Surroundings): void {
  const token = record.tokens[options.tenant]?.token;
  if (options.deployOnly || token === undefined) return;
  stdout.write(`${renderPanel({ name: config.name, url: record.url ?? "", token, isSample: false })}\n`);
}

async function setUp(options: SetupOptions, surroundings: Surroundings): Promise<number> {
  const conversation = startConversation(surroundings);
  const looksOnly = options.isDryRun || options.isCheck;
  conversation.begin(`Postern on Cloudflare, ${options.environment}`);
  const setup = await start(options, surroundings, conversation).catch((error: unknown) => {
    const steps = options.deployOnly ? WORKER_STEPS : [...WORKER_STEPS, ...TENANT_STEPS];
    // For people who want to know what it does before they open an account.
    if (looksOnly && error instanceof NotLoggedIn) for (const { label } of steps) conversation.plan(label, UNSEEN);
    throw error;
  });
  if (!looksOnly) await settleAdminToken(setup);
  const plan = [...(await lookAt(WORKER_STEPS, setup)), ...(await lookAtTenant(setup))];
  const todo = await makePlan(plan, conversation);
  if (todo === 0) {
    conversation.end("Everything is there.");
  } else if (looksOnly) {
    conversation.end(`${todo} of ${plan.length} are to be done. Nothing was changed.`);
    return options.isCheck ? FAILED : DONE;
  } else if (await askAll(setup, plan)) {
    await carryOut(plan, setup);
    conversation.end("Done. Running this again changes nothing.");
  } else {
    conversation.end("Nothing was changed.");
    return DONE;
  }
  if (!looksOnly) showResult(setup, surroundings);
  return DONE;
}

/** Does what the flags ask for and tells the exit code. */
export async function runSetup(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    const options = parseSetupOptions(args, surroundings.env);
    if (!options.help) return await setUp(options, surroundings);
    surroundings.stdout.write(SETUP_HELP);
    return DONE;
  } catch (error) {
    for (const line of describeError(error)) surroundings.stderr.write(`${line}\n`);
    if (error instanceof UsageError) surroundings.stderr.write("See: npm run setup -- --help\n");
    return error instanceof UsageError ? USAGE : FAILED;
  }
}

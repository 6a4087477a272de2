import { setTimeout as wait } from "node:timers/promises";
import { CloudflareError, readWranglerError } from "./cloudflare-error.ts";
import { runWrangler, type WranglerAnswer } from "./wrangler.ts";

export type WranglerEnv = Readonly<Record<string, string | undefined>>;

export interface Account {
  readonly id: string;
  readonly name: string;
}

export interface Login {
  readonly email: string | undefined;
  readonly accounts: readonly Account[];
}

const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 60_000;

/** For what may be asked twice: waits as long as Cloudflare says when it was asked too often. */
async function askPatiently(args: readonly string[], env: WranglerEnv): Promise<WranglerAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await runWrangler({ args, env });
    const after = answer.exitCode === 0 ? undefined : readWranglerError(answer).retryAfterMs;
    if (after === undefined || after > LONGEST_WAIT_MS || attempt === ATTEMPTS) return answer;
    await wait(after);
  }
}

/** What wrangler prints as JSON, perhaps below lines for people. */
function parse<T>(answer: WranglerAnswer): T {
  if (answer.exitCode !== 0) throw readWranglerError(answer);
  const start = answer.stdout.search(/^[[{]/m);
  try {
    return JSON.parse(answer.stdout.slice(Math.max(0, start))) as T;
  } catch {
    throw new CloudflareError(`wrangler printed something unexpected: ${answer.stdout.slice(0, 200)}`);
  }
}

const askJson = async <T>(args: readonly string[], env: WranglerEnv): Promise<T> =>
  parse<T>(await askPatiently(args, env));

/** Who wrangler is logged in as; undefined when it is not. */
export async function readLogin(env: WranglerEnv): Promise<Login | undefined> {
  const answer = await askPatiently(["whoami", "--json"], env);
  if (answer.exitCode !== 0 && /"loggedIn":\s*false/.test(answer.stdout)) return undefined;
  const { email, accounts } = parse<{ email?: string; accounts: Account[] }>(answer);
  return { email, accounts };
}

/** The names of a Worker's secrets; undefined when there is no such Worker. */
export async function listSecrets(worker: string, env: WranglerEnv): Promise<readonly string[] | undefined> {
  const answer = await askPatiently(["secret", "list", "--name", worker], env);
  if (answer.exitCode !== 0 && /Worker "[^"]*"[^\n]* not found/.test(answer.stderr)) return undefined;
  return parse<{ name: string }[]>(answer).map(({ name }) => name);
}

export interface Namespace {
  readonly id: string;
  readonly title: string;
}

export const listNamespaces = async (env: WranglerEnv): Promise<readonly Namespace[]> =>
  await askJson(["kv", "namespace", "list"], env);

/** Wrangler tells the id only within an example, so it is looked up. */
export async function createNamespace(title: string, env: WranglerEnv): Promise<Namespace> {
  const answer = await runWrangler({ args: ["kv", "namespace", "create", title], env });
  const made = (await listNamespaces(env)).find((namespace) => namespace.title === title);
  // Even when its answer was lost.
  if (made !== undefined) return made;
  throw readWranglerError(answer);
}

interface Deployment {
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
}

interface Binding {
  readonly name: string;
  readonly type: string;
  readonly namespace_id?: string;
}

/** The namespace that the deployed Worker uses under this name. */
export async function boundNamespace(worker: string, binding: string, env: WranglerEnv): Promise<string | undefined> {
  const { versions } = await askJson<Deployment>(["deployments", "status", "--json", "--name", worker], env);
  const [main] = versions.toSorted((a, b) => b.percentage - a.percentage);
  if (main === undefined) return undefined;
  const args = ["versions", "view", main.version_id, "--json", "--name", worker];
  const { resources } = await askJson<{ resources: { bindings: readonly Binding[] } }>(args, env);
  return resources.bindings.find(({ name, type }) => name === binding && type === "kv_namespace")?.namespace_id;
}

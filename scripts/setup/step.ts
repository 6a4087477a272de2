import type { AdminClient } from "../admin-client.ts";
import type { Account, WranglerEnv } from "../cloudflare/account.ts";
import type { WorkerConfig } from "../cloudflare/worker-config.ts";
import type { DeployedWorker } from "../local/deployed.ts";
import type { Tenant } from "../admin-records.ts";
import type { Conversation } from "./conversation.ts";
import type { SetupOptions } from "./options.ts";

/** What the steps have found and made so far. */
export interface Setup {
  options: SetupOptions;
  readonly conversation: Conversation;
  /** Of the operator; with the account once it is chosen. */
  env: WranglerEnv;
  readonly config: WorkerConfig;
  account: Account;
  record: DeployedWorker;
  /** The names of the secrets that the Worker has; undefined while there is no Worker. */
  secrets: readonly string[] | undefined;
  /** Those to deploy it with. */
  newSecrets: Record<string, string>;
  /** To bind when the Worker is deployed; undefined where it has one or the configuration names it. */
  namespace: string | undefined;
  /** The version that answers. */
  version: string | undefined;
  readonly admin: () => AdminClient;
  tenant: Tenant | undefined;
  databaseUrl: string | undefined;
}

/** What a look has shown: it is there, or what would be done. */
export type Finding = { readonly done: string } | { readonly todo: string };

/** One thing that a deployment needs. Looking changes nothing; acting may be repeated. */
export interface Step {
  readonly label: string;
  readonly look: (setup: Setup) => Finding | Promise<Finding>;
  /** Only the Worker can tell, so it is looked at again once that runs. */
  readonly isSettledLate?: true;
  /** Makes it, and tells what came of it. Before it, all that stand above have been looked at and are done. */
  readonly act: (setup: Setup) => string | Promise<string>;
}

import { adminClient } from "../admin-client.ts";
import type { NewToken } from "../admin-records.ts";
import type { Cleanups } from "./cleanups.ts";
import { findFreePort } from "./free-port.ts";
import { type NeonProxyOptions, startNeonProxy } from "./neon-proxy.ts";
import { startPostgres } from "./postgres.ts";
import { createSampleDatabase } from "./sample-database.ts";
import { type Running, type Secrets, statePaths } from "./state.ts";
import { ensureTenant, type ReadyTenant, type TenantSetup } from "./tenant.ts";
import { startWorker } from "./worker.ts";

export interface StackOptions {
  /** Undefined means the sample, on a Postgres that is started for it. */
  readonly databaseUrl: string | undefined;
  /** 0 means one that the system chooses. */
  readonly port: number;
  /** The one to try first. */
  readonly postgresPort?: number;
  /** False for data that nobody misses after a crash. */
  readonly durable?: boolean;
  /** Whether the Worker is built again when its code changes. */
  readonly watch: boolean;
  readonly secrets: Secrets;
  readonly sealingKey: string;
  readonly token: NewToken;
}

export interface Stack extends ReadyTenant, Pick<Running, "ownerUrl" | "readerUrl"> {
  readonly url: string;
}

/** Does one step of the start, and what the caller wants done around each. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

type Database = TenantSetup & Pick<Running, "ownerUrl">;

async function prepareDatabase(options: StackOptions, step: Step, cleanups: Cleanups): Promise<Database> {
  const { databaseUrl, postgresPort, durable = true } = options;
  if (databaseUrl !== undefined) return { id: "local", name: "Local database", databaseUrl };
  const postgres = await step("Postgres 18", async () =>
    startPostgres({ dataDir: statePaths.postgres, port: await findFreePort(postgresPort), durable }),
  );
  cleanups.add(() => postgres.stop());
  const sample = await step("Sample shop", () => createSampleDatabase(postgres.url()));
  return { id: "demo", name: "Demo shop", databaseUrl: sample.readerUrl, ownerUrl: sample.ownerUrl };
}

function proxyOptions(databaseUrl: string): NeonProxyOptions {
  const { hostname, searchParams } = new URL(databaseUrl);
  // The Worker keeps only five parts of a connection string, so the wish for no TLS must be told here.
  return { allowHosts: [hostname], databaseTls: searchParams.get("sslmode") === "disable" ? "off" : undefined };
}

/** From a database to a tenant with a token, served by the real Worker on this machine. */
export async function startStack(options: StackOptions, step: Step, cleanups: Cleanups): Promise<Stack> {
  const { port, watch, secrets, sealingKey } = options;
  const { adminToken } = secrets;
  const database = await prepareDatabase(options, step, cleanups);
  const proxy = await step("Neon proxy", () => startNeonProxy(proxyOptions(database.databaseUrl)));
  cleanups.add(() => proxy.close());
  const worker = await step("Worker", () =>
    startWorker({ port, watch, adminToken, sealingKey, proxyAddress: proxy.address }),
  );
  cleanups.add(() => worker.stop());
  const admin = adminClient({ url: worker.url, adminToken });
  const ready = await step(`Tenant "${database.id}"`, () => ensureTenant(admin, database, secrets, options.token));
  const { ownerUrl } = database;
  return { ...ready, url: worker.url, ownerUrl, readerUrl: ownerUrl === undefined ? undefined : database.databaseUrl };
}

import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { type FaultyProxy, startFaultyProxy } from "../../test/support/faulty-proxy.ts";
import { adminClient } from "../admin-client.ts";
import { buildBenchWorkers, buildPostern } from "../bench/build-workers.ts";
import { startProxyProcess } from "../bench/start-proxy.ts";
import { posternService } from "../bench/start-stack.ts";
import { startWorkerd } from "../bench/start-workerd.ts";
import { findFreePort } from "../local/free-port.ts";
import { type LocalPostgres, startPostgres } from "../local/postgres.ts";
import { type FaultyStorage, startFaultyStorage } from "./faulty-storage.ts";

/** A tenant, as one of its tokens. */
export interface SoakTenant {
  id: string;
  token: string;
}

export interface SoakStack {
  url: URL;
  tenants: SoakTenant[];
  workerdPid: number;
  proxy: FaultyProxy;
  storage: FaultyStorage;
  restartDatabase(): Promise<void>;
  /** Statements of the tenants that run now. */
  runningStatements(): Promise<number>;
}

type Cleanups = (() => Promise<void>)[];

const TENANTS = ["alpha", "beta"];
/** Of each tenant: the more there are, the more often one is not remembered and KV is read. */
const TOKENS = 20;
/** Short, so that a fault is noticed while it lasts. */
const POLICY = { statementTimeoutMs: 5_000, maxConcurrentCalls: 1000, maxStreamRows: 20_000 };

async function asAdmin<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A database for each tenant, told apart only by what is in it. */
async function createDatabases(postgres: LocalPostgres): Promise<void> {
  for (const name of TENANTS) {
    await asAdmin(postgres.url(), (client) => client.query(`CREATE DATABASE ${name}`));
    await asAdmin(postgres.url(name), (client) =>
      client.query(`CREATE TABLE whoami (name text); INSERT INTO whoami VALUES ('${name}')`),
    );
  }
}

/** The production bundle in workerd, with a database, a way to it and a storage that can all be made to fail. */
export async function startSoakStack(say: (line: string) => void, cleanups: Cleanups): Promise<SoakStack> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "postern-soak-"));
  cleanups.push(() => fs.rm(folder, { recursive: true, force: true }));
  say("Building the Worker");
  buildPostern(path.join(folder, "postern"));
  await buildBenchWorkers(folder);
  say("Starting Postgres, the proxy and workerd");
  const options = { dataDir: path.join(folder, "pg"), port: await findFreePort() };
  let postgres = await startPostgres(options);
  cleanups.push(() => postgres.stop());
  await createDatabases(postgres);
  const behind = await startProxyProcess();
  cleanups.push(() => behind.stop());
  const proxy = await startFaultyProxy(behind.address);
  cleanups.push(() => proxy.close());
  const storage = await startFaultyStorage();
  cleanups.push(() => storage.stop());

  const adminToken = randomBytes(32).toString("base64url");
  const service = posternService("postern", {
    ADMIN_TOKEN: adminToken,
    SEALING_KEY: `soak:${randomBytes(32).toString("base64")}`,
    LOCAL_PROXY: proxy.address,
  });
  const workerd = await startWorkerd(folder, [service], [{ name: "kv-worker", address: storage.address }]);
  cleanups.push(() => workerd.stop());
  const url = workerd.urls.get("postern") ?? new URL("http://missing.invalid");
  const admin = adminClient({ url: url.origin, adminToken });
  const tenants: SoakTenant[] = [];
  for (const id of TENANTS) {
    await admin.createTenant({ id, name: id, policy: POLICY });
    await admin.putConnection(id, { id: "main", url: postgres.url(id) });
    for (let made = 0; made < TOKENS; made += 1)
      tenants.push({ id, token: (await admin.createToken(id, { label: "soak" })).token });
  }
  return {
    url: new URL("/mcp", url),
    tenants,
    workerdPid: workerd.pid,
    proxy,
    storage,
    async restartDatabase() {
      await postgres.stop();
      postgres = await startPostgres(options);
    },
    runningStatements: async () =>
      await asAdmin(postgres.url(), async (client) => {
        const found = await client.query(
          "SELECT FROM pg_stat_activity WHERE datname = ANY ($1) AND state <> 'idle' AND pid <> pg_backend_pid()",
          [TENANTS],
        );
        return found.rowCount ?? 0;
      }),
  };
}

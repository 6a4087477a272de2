import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { adminClient } from "../admin-client.ts";
import { findFreePort } from "../local/free-port.ts";
import { startPostgres } from "../local/postgres.ts";
import { createSampleDatabase } from "../local/sample-database.ts";
import { buildBenchWorkers, buildPostern } from "./build-workers.ts";
import { type Recorder, startRecorder } from "./record-batch.ts";
import { loadLabelledTable } from "./search/load-labelled-table.ts";
import { startProxyProcess } from "./start-proxy.ts";
import { startWorkerd } from "./start-workerd.ts";
import type { WorkerService } from "./workerd-config.ts";

export interface Stack {
  url(worker: "postern" | "recorded" | "bare-worker" | "guard-worker"): URL;
  token: string;
  recorder: Recorder;
  databaseUrl: string;
  /** Of a role that may write there. */
  ownerUrl: string;
  /** Temporary, with the bundles of all Workers. */
  folder: string;
  workerdPid: number;
  /** Makes the tenant with its connection at a Worker that has none yet; returns a token. */
  enroll: (worker: URL, databaseUrl: string) => Promise<string>;
  /** The Workers' services, to start them once more. */
  services: { postern: WorkerService; bare: WorkerService; storage: WorkerService };
}

/** Undone last first. */
type Cleanups = (() => Promise<void>)[];

const BENCH_WORKERS = ["bare-worker", "guard-worker", "kv-worker"];

/** The production Worker's service, with what wrangler.toml says it needs. */
export function posternService(name: string, texts: Record<string, string>): WorkerService {
  const config = unstable_readConfig({ config: path.resolve(import.meta.dirname, "../../wrangler.toml") });
  const variables = Object.entries(config.vars).map(([key, value]) => [key, String(value)] as const);
  return {
    name,
    bundle: "postern",
    environment: {
      texts: { ...Object.fromEntries(variables), ...texts },
      kvNamespaces: config.kv_namespaces.map(({ binding }: { binding: string }) => binding),
      rateLimits: config.ratelimits.map(({ name: limit }: { name: string }) => limit),
    },
    compatibilityDate: config.compatibility_date ?? "",
    compatibilityFlags: config.compatibility_flags,
  };
}

async function startDatabase(folder: string, cleanups: Cleanups): Promise<{ readerUrl: string; ownerUrl: string }> {
  const dataDir = path.join(folder, "pg");
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), durable: false });
  cleanups.push(() => postgres.stop());
  const { readerUrl, ownerUrl } = await createSampleDatabase(postgres.url());
  await loadLabelledTable(ownerUrl, readerUrl);
  return { readerUrl, ownerUrl };
}

/** Everything between the load generator and a real Postgres, built afresh in a temporary folder. */
export async function startStack(say: (line: string) => void, cleanups: Cleanups): Promise<Stack> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "postern-bench-"));
  cleanups.push(() => fs.rm(folder, { recursive: true, force: true }));
  say("Building the Workers");
  buildPostern(path.join(folder, "postern"));
  await buildBenchWorkers(folder);
  say("Starting Postgres with the sample shop");
  const { readerUrl: databaseUrl, ownerUrl } = await startDatabase(folder, cleanups);
  say("Starting the proxy and workerd");
  const proxy = await startProxyProcess();
  cleanups.push(() => proxy.stop());
  const recorder = await startRecorder(proxy.address);
  cleanups.push(() => recorder.stop());

  const secrets = {
    ADMIN_TOKEN: randomBytes(32).toString("base64url"),
    SEALING_KEY: `bench:${randomBytes(32).toString("base64")}`,
  };
  const postern = posternService("postern", { ...secrets, LOCAL_PROXY: proxy.address });
  const recorded = posternService("recorded", { ...secrets, LOCAL_PROXY: recorder.address });
  const texts = { DATABASE_URL: databaseUrl, LOCAL_PROXY: proxy.address };
  const { compatibilityDate, compatibilityFlags } = postern;
  const others = BENCH_WORKERS.map((name) => {
    return { name, bundle: name, environment: { texts }, compatibilityDate, compatibilityFlags };
  });
  const named = (name: string): WorkerService => others.find((service) => service.name === name) ?? postern;
  const workerd = await startWorkerd(folder, [postern, recorded, ...others]);
  cleanups.push(() => workerd.stop());

  const url = (worker: string): URL => workerd.urls.get(worker) ?? new URL(`http://missing.invalid/${worker}`);
  const enroll: Stack["enroll"] = async (worker, ofTenant) => {
    const admin = adminClient({ url: worker.origin, adminToken: secrets.ADMIN_TOKEN });
    await admin.createTenant({ id: "bench", name: "Bench", policy: { maxConcurrentCalls: 1000 } });
    await admin.putConnection("bench", { id: "main", url: ofTenant });
    return (await admin.createToken("bench", { label: "bench" })).token;
  };
  const token = await enroll(url("postern"), databaseUrl);
  const services = { postern, bare: named("bare-worker"), storage: named("kv-worker") };
  return { url, token, recorder, databaseUrl, ownerUrl, folder, workerdPid: workerd.pid, enroll, services };
}

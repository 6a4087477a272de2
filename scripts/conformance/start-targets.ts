import { adminClient } from "../admin-client.ts";
import { startBearerProxy } from "./bearer-proxy.ts";
import { type Print, startWorker, type WorkerSettings } from "./start-worker.ts";

/** What the suite is run against: the front with the suite's fixtures, and Postern itself. */
export type Target = "fixtures" | "product";

export type Targets = Readonly<Record<Target, URL>>;

/** Undone last first. */
export type Cleanups = (() => Promise<void>)[];

/** Both Workers; the product has a tenant with the given database, and its calls a token. */
export async function startTargets(
  settings: WorkerSettings,
  databaseUrl: string,
  cleanups: Cleanups,
  print?: Print,
): Promise<Targets> {
  const start = async (entrypoint: string): Promise<URL> => {
    const worker = await startWorker(entrypoint, settings, print);
    cleanups.push(() => worker.stop());
    return worker.url;
  };
  const starting = [start("test/conformance/worker.ts"), start("src/index.ts")] as const;
  // To the end, even if one fails: what has started must be known, to be stopped.
  await Promise.allSettled(starting);
  const [fixtures, product] = await Promise.all(starting);

  const admin = adminClient({ url: product.origin, adminToken: settings.ADMIN_TOKEN });
  await admin.createTenant({ id: "conformance", name: "Conformance" });
  await admin.putConnection("conformance", { id: "main", url: databaseUrl });
  const { token } = await admin.createToken("conformance", { label: "conformance" });
  const proxy = await startBearerProxy(product, token);
  cleanups.push(() => proxy.stop());
  return { fixtures: new URL("/mcp", fixtures), product: new URL("/mcp", proxy.url) };
}

import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { createSampleDatabase } from "../../scripts/local/sample-database.ts";
import { startModelServer } from "./model-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    readerUrl: string;
    proxyAddress: string;
    /** Where tests record what the programs they start have printed. */
    outputFolder: string;
    /** A value that nothing may print. */
    canary: string;
    workerSettings: { ADMIN_TOKEN: string; SEALING_KEY: string; LOCAL_PROXY: string };
  }
}

/** One Postgres with the sample data, one proxy and one server of models for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-test-"));
  // A Worker does not always remove its temporary files, so all of the run's go where this removes them.
  const outer = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  const postgres = await startPostgres({
    dataDir: path.join(folder, "pg"),
    port: await findFreePort(),
    durable: false,
  });
  const proxy = await startNeonProxy({});
  const models = await startModelServer();
  const { readerUrl } = await createSampleDatabase(postgres.url());
  project.provide("postgresUrl", postgres.url());
  project.provide("readerUrl", readerUrl);
  project.provide("proxyAddress", proxy.address);
  project.provide("modelServer", models.url);
  const outputFolder = path.join(folder, "output");
  await mkdir(outputFolder);
  project.provide("outputFolder", outputFolder);
  project.provide("canary", `canary_${randomUUID().replaceAll("-", "")}`);
  project.provide("workerSettings", {
    ADMIN_TOKEN: process.env["ADMIN_TOKEN"] ?? "",
    SEALING_KEY: process.env["SEALING_KEY"] ?? "",
    LOCAL_PROXY: proxy.address,
  });
  return async () => {
    await models.close();
    await proxy.close();
    await postgres.stop();
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
    await rm(folder, { recursive: true, force: true });
  };
}

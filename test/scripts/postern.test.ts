import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";
import { runScript } from "./run-script.ts";

let worker: SocketWorker | undefined;
let url = "";

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  url = worker.url.href;
});

afterAll(async () => {
  await worker?.stop();
});

function runPostern(adminToken: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const createsToken = args[0] === "token" && args[1] === "create";
  return runScript(["scripts/postern.ts", ...args, "--url", url], {
    env: { ADMIN_TOKEN: adminToken },
    ...(createsToken ? { shown: /"token": "\w+"/ } : {}),
  });
}

async function postern(...args: string[]): Promise<string> {
  return (await runPostern(inject("workerSettings").ADMIN_TOKEN, ...args)).stdout;
}

test("creates, lists and removes tenants, connections and tokens, showing a token once", async () => {
  await postern("tenant", "create", "acme", "--name", "Acme");
  const connection = await postern("connection", "create", "acme", "main", "--database-url", inject("readerUrl"));
  expect(connection).not.toContain(new URL(inject("readerUrl")).password);
  const { token, record } = JSON.parse(await postern("token", "create", "acme", "--label", "laptop", "--json")) as {
    token: string;
    record: { id: string };
  };
  expect(token).toMatch(/^pst_/);
  const listed = await postern("token", "list", "acme");
  expect(listed).toContain(record.id);
  expect(listed).not.toContain(token);
  await postern("token", "revoke", "acme", record.id);
  expect(await postern("token", "list", "acme")).not.toContain(record.id);
  await postern("connection", "delete", "acme", "main");
  await postern("tenant", "delete", "acme");
  expect(await postern("tenant", "list", "--json")).not.toContain("acme");
});

test("sets single settings of a policy", async () => {
  await postern("tenant", "create", "limited", "--set", "maxRows=500", "--set", "allowedSchemas=sales,crm");
  await postern("tenant", "update", "limited", "--set", "allowCatalog=true", "--set", "allowedSchemas=null");
  const tenants = JSON.parse(await postern("tenant", "list", "--json")) as { id: string; policy: object }[];
  const { policy } = tenants.find(({ id }) => id === "limited") ?? {};
  expect(policy).toMatchObject({ maxRows: 500, allowCatalog: true });
  expect(policy).not.toHaveProperty("allowedSchemas");
});

test("exits 1 with the server's words for a failure and 2 for a wrong call", async () => {
  await expect(postern("token", "list", "nobody")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no tenant "nobody"'),
  });
  await expect(postern("tenant", "destroy")).rejects.toMatchObject({ code: 2 });
});

test("says that the admin token is wrong", async () => {
  await expect(runPostern("wrong", "tenant", "list")).rejects.toMatchObject({
    code: 1,
    stderr: "The Worker refused the admin token (401). Set ADMIN_TOKEN to the Worker's admin token.\n",
  });
});

test("warns when the database of a tenant's default connection does not answer", async () => {
  await postern("tenant", "create", "away");
  const wrong = new URL(inject("readerUrl"));
  wrong.password = "wrong";
  const create = (id: string, databaseUrl: string) =>
    runPostern(
      inject("workerSettings").ADMIN_TOKEN,
      ...["connection", "create", "away", id, "--database-url", databaseUrl, "--json"],
    );
  const made = await create("main", wrong.href);
  expect(made.stderr).toContain("does not answer (connection_rejected). Check the user, the password");
  expect(JSON.parse(made.stdout)).toMatchObject({ id: "main" });
  expect((await create("second", wrong.href)).stderr).toBe("");
  expect((await create("main", inject("readerUrl"))).stderr).toBe("");
});

test("says that nothing answers instead of showing a stack", async () => {
  const closed: Server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const failed = runScript(["scripts/postern.ts", "tenant", "list", "--url", `http://127.0.0.1:${String(port)}`], {
    env: { ADMIN_TOKEN: "x" },
  });
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.not.stringContaining("    at ") });
});

import { expect, inject, test } from "vitest";
import { neonClient, postSql } from "./proxy-client.ts";
import { startProxyCommand } from "./proxy-command.ts";
import { runScript } from "./run-script.ts";

const databaseUrl = inject("postgresUrl");
const { host } = new URL(databaseUrl);

test("serves the allowed database on both legs, logs neither secrets nor SQL, and stops on SIGTERM", async () => {
  const proxy = await startProxyCommand(["--allow-host", host]);
  const marker = `secret_${crypto.randomUUID().replaceAll("-", "")}`;
  const query = `SELECT 1 AS ${marker}`;
  const { body } = await postSql({ address: proxy.address, databaseUrl, body: { query } });
  expect(body.rows).toEqual([{ [marker]: "1" }]);
  const client = neonClient(proxy.address, databaseUrl);
  await client.connect();
  expect((await client.query(query)).rows).toEqual([{ [marker]: 1 }]);
  await client.end();
  const refused = await postSql({
    address: proxy.address,
    databaseUrl: "postgres://u:pw@db.example/x",
    body: { query },
  });
  expect(refused.body.message).toBe("This proxy does not connect to db.example:5432");
  expect(await proxy.stop()).toBe(0);
  const lines = proxy
    .output()
    .trim()
    .split("\n")
    .map((line) => line.replace(/^\S+Z /, ""));
  expect(lines).toEqual([
    `Listening on http://${proxy.address} for ${host}`,
    'Refused target "db.example:5432"',
    "Stopped by SIGTERM",
  ]);
});

test("explains itself with --help and exits 1 with a clear error for a wrong call", async () => {
  const run = (...args: string[]) => runScript(["scripts/proxy.ts", ...args]);
  expect((await run("--help")).stdout).toContain("meant to stand behind something that ends TLS");
  const wrong: [string[], string][] = [
    [[], "--allow-host is missing"],
    [["--allow-host", "db.internal"], '--allow-host must look like db.internal:5432, not "db.internal"'],
    [["--allow-host", host, "--database-tls", "maybe"], "--database-tls must be one of"],
    [["--allow-host", host, "--port", "0"], "--port must be a number from 1 to 65535"],
    [["--allow-host", host, "--listen", "everywhere"], "--listen must be an IP address"],
  ];
  for (const [args, message] of wrong) {
    await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  }
});

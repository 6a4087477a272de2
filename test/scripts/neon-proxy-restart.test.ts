import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import { type LocalPostgres, startPostgres } from "../../scripts/local/postgres.ts";
import { postSql } from "./proxy-client.ts";

test("a database that is stopped and started again is served as soon as it is back", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-restart-"));
  const options = { dataDir: path.join(folder, "pg"), port: await findFreePort(), durable: false };
  let postgres: LocalPostgres = await startPostgres(options);
  const proxy = await startNeonProxy();
  onTestFinished(async () => {
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = async (): Promise<unknown> => {
    const body = { queries: [{ query: "SELECT 1" }] };
    const answer = await postSql({ address: proxy.address, databaseUrl: postgres.url(), body });
    return answer.body.code ?? answer.status;
  };
  // Several at once, so that the pool holds several connections to the server that goes away.
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
  await postgres.stop();
  expect(await ask()).toBe("08001");
  postgres = await startPostgres(options);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
}, 60_000);

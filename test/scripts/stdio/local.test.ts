import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { processesWithVariable, stopProcess } from "../../../scripts/local/processes.ts";
import { patience, query, startStdio, type StdioProcess } from "./stdio-process.ts";

/** Where everything is that a run puts anywhere. */
let folder = "";
const running: { stdio: StdioProcess; mark: string }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stdio-test-"));
});

afterEach(async () => {
  for (const { stdio, mark } of running.splice(0)) {
    stdio.child.kill("SIGKILL");
    for (const { pid } of processesWithVariable("MARK", mark)) await stopProcess(pid, "SIGKILL");
  }
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], environment: Record<string, string>) {
  const mark = randomUUID();
  const stdio = startStdio(args, { ...environment, TMPDIR: folder, MARK: mark }, folder);
  running.push({ stdio, mark });
  /** The command lines of all that it has started; Linux only. */
  const processes = () => processesWithVariable("MARK", mark);
  const untilNothingIsLeft = () => expect.poll(() => processes().map(({ command }) => command), patience).toEqual([]);
  return { ...stdio, processes, untilNothingIsLeft };
}

const ownDatabase = () => ({ DATABASE_URL: inject("readerUrl") });
const isWorkerProcess = ({ command }: { command: string }) => command.includes("scripts/stdio/local-worker.ts");

test("serves the sample and a database of one's own at the same time, each until its client leaves", async () => {
  const sample = start([], {});
  const own = start(["--scope", "read", "--scope", "admin"], ownDatabase());
  const list = { jsonrpc: "2.0", id: "tools", method: "tools/list" };
  sample.send(query(1, "SELECT count(*) FROM shop.orders"), list);
  own.send(query(1, "SELECT 'own'"), list);

  expect(await own.answerTo(1)).toMatchObject({ result: { structuredContent: { rows: [["own"]] } } });
  expect(JSON.stringify(await own.answerTo("tools"))).toContain('"set_pg_configuration"');
  expect(await sample.answerTo(1)).toMatchObject({ result: { structuredContent: { rows: [[50_000]] } } });
  expect(JSON.stringify(await sample.answerTo("tools"))).not.toContain('"set_pg_configuration"');
  expect(sample.log()).toBe("postern stdio: serving the sample shop\n");
  const { password, host } = new URL(inject("readerUrl"));
  expect(own.log()).toBe(`postern stdio: serving the database at ${host}\n`);
  expect(own.processes().filter(isWorkerProcess)).toHaveLength(1);
  expect(own.processes().filter(({ command }) => command.includes(password))).toEqual([]);

  expect(await sample.end()).toBe(0);
  await sample.untilNothingIsLeft();
  own.send(query(2, "SELECT 2"));
  expect(await own.answerTo(2)).toMatchObject({ result: { structuredContent: { rows: [[2]] } } });
  expect(await own.end()).toBe(0);
  await own.untilNothingIsLeft();
  expect(await readdir(folder)).toEqual([]);
}, 120_000);

test("leaves nothing when it is killed, and tells its client when its Worker is", async () => {
  const killed = start([], ownDatabase());
  const bereft = start([], ownDatabase());
  for (const stdio of [killed, bereft]) stdio.send({ jsonrpc: "2.0", id: 1, method: "ping" });
  for (const stdio of [killed, bereft]) expect(await stdio.answerTo(1)).toMatchObject({ result: {} });

  killed.child.kill("SIGKILL");
  await killed.untilNothingIsLeft();
  bereft.send(query(2, "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 7654321) b"));
  const { pid = Number.NaN } = bereft.processes().find(isWorkerProcess) ?? {};
  process.kill(pid, "SIGKILL");
  expect(await bereft.answerTo(2)).toMatchObject({ error: { code: -32_603 } });
  expect(await bereft.exited()).toBe(1);
  expect(bereft.log()).toMatch(/tools\/call was not served: .* (?:Start Postern|Try) again\.$/m);
  await bereft.untilNothingIsLeft();
  expect(await readdir(folder)).toEqual([]);
}, 120_000);

test("leaves nothing when it is stopped while it starts", async () => {
  const stdio = start([], {});
  stdio.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  await expect
    .poll(() => stdio.processes().filter(({ command }) => command.includes("postgres")), patience)
    .not.toEqual([]);
  stdio.child.kill("SIGTERM");
  expect(await stdio.exited()).toBe(0);
  expect(stdio.answers).toMatchObject([{ id: 1, error: { message: "Postern was told to stop." } }]);
  await stdio.untilNothingIsLeft();
  expect(await readdir(folder)).toEqual([]);
}, 120_000);

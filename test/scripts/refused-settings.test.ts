import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { refuseKind, refuseSetting } from "../../src/sql/configuration/refused-settings.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";
import { createToolCaller } from "./tool-caller.ts";

interface Row {
  readonly name: string;
  readonly type: string;
  readonly context: string;
}

let worker: SocketWorker | undefined;
let settings: readonly Row[] = [];

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  const client = new pg.Client(inject("postgresUrl"));
  await client.connect();
  try {
    await client.query("LOAD 'plpgsql'");
    settings = (await client.query<Row>("SELECT name, vartype AS type, context FROM pg_settings")).rows;
  } finally {
    await client.end();
  }
});

afterAll(async () => {
  await worker?.stop();
});

function isAllowed(setting: Row): boolean {
  try {
    refuseSetting(setting.name);
    refuseKind(setting);
    return true;
  } catch {
    return false;
  }
}

test("leaves of a real server's text settings only those that were looked at one by one", () => {
  const texts = settings.filter((setting) => setting.type === "string" && isAllowed(setting));
  expect(texts.map(({ name }) => name).toSorted()).toEqual([
    ...["DateStyle", "TimeZone", "cluster_name", "default_table_access_method", "default_tablespace"],
    ...["default_text_search_config", "lc_messages", "lc_monetary", "lc_numeric", "lc_time", "log_line_prefix"],
    ...["log_timezone", "temp_tablespaces", "timezone_abbreviations"],
  ]);
});

test("leaves most of a real server's other settings, and nothing that is fixed", () => {
  const others = settings.filter((setting) => setting.type !== "string" && isAllowed(setting));
  expect(others.length).toBeGreaterThan(200);
  expect(others.filter(({ context }) => context === "internal")).toEqual([]);
});

test("refuses whatever the settings resource masks", async () => {
  const url = worker?.url ?? new URL("http://localhost");
  const caller = await createToolCaller(url, { databaseUrl: inject("postgresUrl") });
  const shown: readonly { name: string; current_value: string }[] = (await caller.document("pg://settings")).settings;
  const masked = new Set(shown.filter((setting) => setting.current_value === "***").map(({ name }) => name));
  expect(masked.size).toBeGreaterThan(3);
  expect(settings.filter((setting) => masked.has(setting.name) && isAllowed(setting))).toEqual([]);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { runHere } from "../postern/run-here.ts";
import type { Ran } from "../postern/run-postern.ts";
import { createHandlerDatabase, type HandlerDatabase } from "../handler-database.ts";

export interface Desk {
  readonly database: HandlerDatabase;
  readonly url: string;
  /** A folder for files of SQL. */
  readonly folder: string;
  write(name: string, sql: string | Buffer): Promise<void>;
  /** Runs a command in the folder, with the owner's URL in DATABASE_URL. */
  run(...args: readonly string[]): Promise<Ran>;
  /** Runs it as someone whose DATABASE_URL and stdin are these. */
  runWith(surroundings: { readonly url?: string; readonly input?: string }, ...args: readonly string[]): Promise<Ran>;
  clear(): Promise<void>;
}

async function runIn(
  cwd: string,
  { url, input = "" }: { readonly url?: string; readonly input?: string },
  args: readonly string[],
): Promise<Ran> {
  // Neither an admin token nor a Worker: these commands need none.
  return await runHere(["handlers", ...args], { env: { ADMIN_TOKEN: undefined, DATABASE_URL: url }, input, cwd });
}

/** A scratch database and a folder, as somebody has them who writes handlers. */
export async function createDesk(): Promise<Desk> {
  const database = await createHandlerDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "handlers-"));
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${database.owner.database ?? ""}` }).href;
  return {
    database,
    url,
    folder,
    write: (name, sql) => writeFile(path.join(folder, name), sql),
    run: (...args) => runIn(folder, { url }, args),
    runWith: (surroundings, ...args) => runIn(folder, surroundings, args),
    async clear() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A statement that registers a handler. */
export function registering(metadata: object, body: string): string {
  const complete = { id: "6f0f6a52-3a3c-4b8e-9d0f-6f1c5f0f2a11", type: "tool", name: "probe", requiresAuth: false };
  const json = JSON.stringify({ ...complete, ...metadata });
  return `SELECT api.create_or_replace_mcp_handler($metadata$${json}$metadata$, $body$${body}$body$);\n`;
}

import fs from "node:fs/promises";
import type pg from "pg";
import { AppError } from "../../src/errors.ts";
import { changePack } from "./change-pack.ts";
import { packStatus } from "./pack-status.ts";
import { requireInstalled } from "./upgrade-pack.ts";

export interface RemoveOptions {
  /** Drops the user's own handlers too; without it they stop the removal. */
  readonly force?: boolean;
  /** Drops the log of exchanges with its rows; without it a log that has rows is kept. */
  readonly dropExchanges?: boolean;
}

export interface RemoveResult {
  /** Names of all handlers that are gone. */
  readonly handlers: readonly string[];
  /** False when the log, or objects that are not the pack's, are still in schema api. */
  readonly schemaDropped: boolean;
  readonly exchangesKept: boolean;
}

/** Removes the pack and nothing else. */
export async function removePack(client: pg.Client, options: RemoveOptions = {}): Promise<RemoveResult> {
  const text = await fs.readFile(new URL("./remove-pack.sql", import.meta.url), "utf8");
  return changePack(client, async () => {
    const { handlers } = requireInstalled(await packStatus(client));
    if (handlers === undefined) {
      throw new AppError("conflict", "This role may not read the registry of handlers; nothing was changed.", {
        next: "Connect as the owner of schema api.",
      });
    }
    const own = handlers.filter(({ fromPack }) => !fromPack).map(({ name }) => name);
    if (own.length > 0 && options.force !== true) {
      throw new AppError("conflict", `Handlers of your own would be lost: ${own.join(", ")}; nothing was changed.`, {
        next: "Drop them with api.drop_mcp_handler, or give --force to lose them.",
        data: { handlers: own },
      });
    }
    if (options.dropExchanges === true) await client.query("DROP TABLE IF EXISTS api.mcp_exchange");
    await client.query(text);
    const { rows } = await client.query<{ schema: boolean; exchange: boolean }>(
      `SELECT pg_catalog.to_regnamespace('api') IS NOT NULL AS schema,
         pg_catalog.to_regclass('api.mcp_exchange') IS NOT NULL AS exchange`,
    );
    const [left] = rows;
    return {
      handlers: handlers.map(({ name }) => name),
      schemaDropped: left?.schema === false,
      exchangesKept: left?.exchange === true,
    };
  });
}

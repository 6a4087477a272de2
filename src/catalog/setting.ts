import { ownSqlFile } from "../sql/own-file.ts";
import { ownStatement } from "../sql/own-statement.ts";
import type { SettingDomain } from "../sql/configuration/setting-value.ts";
import fileText from "./file-setting.sql";
import type { Read } from "./read.ts";
import text from "./setting.sql";
import { textCell } from "./text-cell.ts";

const oneSetting = ownSqlFile(text);
const oneFileSetting = ownSqlFile(fileText);
const allNames = ownStatement`SELECT name FROM pg_settings ORDER BY name`;
// The time first: whoever has reloaded later than this has seen what was written before.
const reload = ownStatement`SELECT clock_timestamp()::text, pg_reload_conf()`;

const MAX_SETTINGS = 5_000;

/** Where a database or role sets a value, the stronger ones later. */
export type EntryPlace = "everyone" | "database" | "role" | "roleInDatabase";

export interface Setting extends SettingDomain {
  readonly context: string;
  readonly description?: string;
  /** What sessions of this connection get, in the setting's own unit. */
  readonly value: string;
  /** What PostgreSQL was built with. */
  readonly default?: string;
  readonly source: string;
  readonly pendingRestart: boolean;
  /** Whether the session has read the files since the reload that was asked about. */
  readonly isReloaded: boolean;
  readonly database: string;
  readonly role: string;
  /** Whether the role may read pg_file_settings. */
  readonly seesFiles: boolean;
  readonly entries: Readonly<Partial<Record<EntryPlace, string>>>;
}

/** Undefined when there is none of this name, in any case, that the role may see. */
export async function readSetting(read: Read, name: string, reloadedAt?: string): Promise<Setting | undefined> {
  const { rows } = await read(oneSetting, [name, reloadedAt ?? null], 1);
  return (rows[0]?.[0] ?? undefined) as Setting | undefined;
}

export async function settingNames(read: Read): Promise<readonly string[]> {
  return (await read(allNames, [], MAX_SETTINGS)).rows.map(([name]) => textCell(name));
}

export interface FileSetting {
  /** What ALTER SYSTEM has written. */
  readonly altered?: string;
  /** What the files come to, ALTER SYSTEM's included. */
  readonly last?: string;
}

/** Only for a role that sees the files. */
export async function readFileSetting(read: Read, name: string): Promise<FileSetting> {
  const [altered, last] = (await read(oneFileSetting, [name], 1)).rows[0] ?? [];
  return {
    ...(typeof altered === "string" ? { altered } : {}),
    ...(typeof last === "string" ? { last } : {}),
  };
}

/** Makes the server read its files again, some time soon; returns when that was asked for, as its clock has it. */
export async function reloadSettings(read: Read): Promise<string> {
  return textCell((await read(reload, [], 1)).rows[0]?.[0]);
}

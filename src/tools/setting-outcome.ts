import type { EntryPlace, FileSetting, Setting } from "../catalog/setting.ts";
import { type SettingValue, shownValue } from "../sql/configuration/setting-value.ts";
import type { AppliedSetting } from "./apply-setting.ts";

/** All that is known of a change that was made. */
export interface SettingChangeFacts extends AppliedSetting {
  /** Undefined when the setting was reset. */
  readonly value: SettingValue | undefined;
  readonly before: Setting;
  readonly after: Setting;
  /** What the files said before and say now, where the role may see them. */
  readonly files: { readonly before: FileSetting; readonly after: FileSetting } | undefined;
}

export interface SettingOutcome {
  /** In the setting's own unit; DEFAULT where the server's own value cannot be seen from this session. */
  readonly previousValue: string;
  readonly newValue: string;
  readonly takesEffect: "now" | "new_sessions" | "reload" | "restart";
  /** What sets the value more strongly for this connection. */
  readonly overriddenBy: string | undefined;
  readonly undoValue: string;
}

const RESET = "DEFAULT";

/** The places that count at a level, strongest first. */
const PLACES: Readonly<Record<AppliedSetting["level"], readonly EntryPlace[]>> = {
  system: [],
  database: ["database", "everyone"],
  role: ["roleInDatabase", "role", "database", "everyone"],
};
const PLACE_NAMES: Readonly<Record<EntryPlace, string>> = {
  roleInDatabase: "role",
  role: "role",
  database: "database",
  everyone: "all roles",
};
const SESSION_SOURCES = new Set(["global", "database", "user", "database user", "client"]);
const START_SOURCES = new Set(["command line", "environment variable"]);

export function outcomeOf(facts: SettingChangeFacts): SettingOutcome {
  const { level, before, after, files } = facts;
  const newValue = newValueOf(facts);
  return {
    previousValue: valueAt(level, before, files?.before),
    newValue,
    takesEffect: takesEffect(facts, newValue),
    overriddenBy: overriddenBy(level, after),
    undoValue: shownValue(before, undoValueOf(facts)),
  };
}

/** What sessions get from this level and the weaker ones. */
function valueAt(level: AppliedSetting["level"], setting: Setting, files: FileSetting | undefined): string {
  const place = PLACES[level].find((candidate) => setting.entries[candidate] !== undefined);
  const entry = place === undefined ? undefined : setting.entries[place];
  if (entry !== undefined) return shownValue(setting, entry);
  return hidesServer(setting) ? fileValue(setting, files) : setting.value;
}

/** Whether the session's value is a database's or role's, so that the server's own does not show. */
function hidesServer({ source, entries }: Setting): boolean {
  return SESSION_SOURCES.has(source) || (source === "session" && Object.keys(entries).length > 0);
}

function fileValue(setting: Setting, files: FileSetting | undefined): string {
  if (files === undefined) return RESET;
  return files.last === undefined ? (setting.default ?? RESET) : shownValue(setting, files.last);
}

function newValueOf({ level, value, after, files }: SettingChangeFacts): string {
  // Whether the session that read it back shows what the change came to.
  const isShown = level === "system" && after.isReloaded && !after.pendingRestart && !isFixedAtStart(after);
  if (value !== undefined) {
    return isShown && overriddenBy(level, after) === undefined ? after.value : value.shown;
  }
  return level === "system" && !isShown ? fileValue(after, files?.after) : valueAt(level, after, files?.after);
}

/** Whether a session keeps the value that it began with. */
const isFixedAtStart = ({ context }: Setting): boolean => context.endsWith("backend");

function takesEffect({ level, after }: SettingChangeFacts, newValue: string): SettingOutcome["takesEffect"] {
  if (level !== "system") return "new_sessions";
  if (!after.isReloaded) return after.context === "postmaster" ? "restart" : "reload";
  // The server goes on to call for a restart when the value has been put back to the one it runs with.
  if (after.pendingRestart && newValue !== after.value) return "restart";
  return isFixedAtStart(after) ? "new_sessions" : "now";
}

function overriddenBy(level: AppliedSetting["level"], setting: Setting): string | undefined {
  const stronger = PLACES.role.find((place) => !PLACES[level].includes(place) && setting.entries[place] !== undefined);
  if (stronger !== undefined) return PLACE_NAMES[stronger];
  return level === "system" && START_SOURCES.has(setting.source) ? setting.source : undefined;
}

function undoValueOf({ level, before, files }: SettingChangeFacts): string {
  if (level === "database") return before.entries.database ?? RESET;
  if (level === "role") return before.entries.roleInDatabase ?? RESET;
  if (files !== undefined) return files.before.altered ?? RESET;
  return before.source === "configuration file" ? before.value : RESET;
}

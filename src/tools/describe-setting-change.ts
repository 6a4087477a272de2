import { withUnit } from "../sql/configuration/setting-units.ts";
import { cellText } from "./cell-text.ts";
import { fence } from "./fence.ts";
import type { SettingChangeFacts, SettingOutcome } from "./setting-outcome.ts";

const LEVELS: Readonly<Record<SettingChangeFacts["level"], string>> = {
  system: "ALTER SYSTEM, for the whole server",
  database: "ALTER DATABASE, because ALTER SYSTEM is refused: for this database only",
  role: "ALTER ROLE, because ALTER SYSTEM and ALTER DATABASE are refused: for this connection's role in this database only",
};
const EFFECTS: Readonly<Record<SettingOutcome["takesEffect"], string>> = {
  now: "The server has reloaded its configuration: the new value is in effect.",
  new_sessions: "The new value holds for new sessions; pooled connections keep the old one until they are replaced.",
  reload:
    "The new value takes effect when the server reloads its configuration. It has not yet confirmed that, or this role may not call pg_reload_conf().",
  restart:
    "Warning: this setting requires a server restart; until then the running server keeps its value. The operator should restart it, and see that it starts.",
};

/** What was changed, for the assistant to read. */
export function describeSettingChange(facts: SettingChangeFacts, outcome: SettingOutcome): string {
  const { before, level, sql, value } = facts;
  const { name, unit, type, context, description = "" } = before;
  const show = (shown: string): string => cellText(withUnit(shown, unit));
  const details = [
    `Parameter: ${name}`,
    `Description: ${cellText(description)}`,
    `Type: ${type}${unit === undefined ? "" : ` (${unit})`}`,
    `Context: ${context}`,
    `Previous value: ${show(outcome.previousValue)}`,
    `New value: ${show(outcome.newValue)}`,
    `SQL: ${cellText(sql)}`,
    `Undo value: ${show(outcome.undoValue)}`,
  ];
  const lines = [
    `Configuration parameter '${name}' ${value === undefined ? "reset" : "updated"} successfully.`,
    fence(details.join("\n")),
    `Changed with ${LEVELS[level]}.`,
    EFFECTS[outcome.takesEffect],
    ...overridden(outcome),
    `To undo it, call set_pg_configuration with parameter ${name} and the undo value.`,
  ];
  return lines.join("\n");
}

function overridden({ overriddenBy }: SettingOutcome): readonly string[] {
  if (overriddenBy === undefined) return [];
  return [`Note: for this connection another value goes before it (set by: ${overriddenBy}).`];
}

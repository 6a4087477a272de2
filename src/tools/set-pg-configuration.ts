import { nearestNames } from "../catalog/nearest-names.ts";
import type { Read } from "../catalog/read.ts";
import { readFileSetting, readSetting, settingNames, type Setting } from "../catalog/setting.ts";
import { AppError } from "../errors.ts";
import { refuseKind, refuseSetting } from "../sql/configuration/refused-settings.ts";
import { checkValue, isReset } from "../sql/configuration/setting-value.ts";
import { applySetting } from "./apply-setting.ts";
import { defineTool } from "./define-tool.ts";
import { describeSettingChange } from "./describe-setting-change.ts";
import { readBack } from "./read-back.ts";
import { outcomeOf } from "./setting-outcome.ts";

export const setPgConfiguration = defineTool({
  name: "set_pg_configuration",
  title: "Change a server setting",
  description:
    "Change one PostgreSQL setting: for the server, or for the database or role where the host forbids that. Tells the previous value, whether a restart is needed and how to undo it.",
  scope: "admin",
  input: {
    type: "object",
    properties: {
      parameter: { type: "string", minLength: 1, description: "Name of the setting, such as work_mem" },
      value: { type: "string", description: "New value, such as 64MB or on; DEFAULT resets" },
      connection: { type: "string", description: "Name of a connection; default the first" },
    },
    required: ["parameter", "value"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      parameter: { type: "string" },
      previousValue: { type: "string" },
      newValue: { type: "string" },
      unit: { type: "string" },
      level: { type: "string", enum: ["system", "database", "role"] },
      takesEffect: { type: "string", enum: ["now", "new_sessions", "reload", "restart"] },
      restartRequired: { type: "boolean" },
      overriddenBy: { type: "string" },
      sql: { type: "string" },
      undo: { type: "object", properties: { parameter: { type: "string" }, value: { type: "string" } } },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(context, args) {
    const database = context.database(args.connection);
    const { read } = database;
    const before = await findSetting(read, args.parameter.trim());
    const value = isReset(before, args.value) ? undefined : checkValue(before, args.value);
    const filesBefore = before.seesFiles ? await readFileSetting(read, before.name) : undefined;
    const applied = await applySetting(database, before, value?.texts);
    const seen = await readBack(read, before, applied);
    const files =
      filesBefore === undefined || seen.files === undefined ? undefined : { before: filesBefore, after: seen.files };
    const facts = { ...applied, value, before, after: seen.setting, files };
    const outcome = outcomeOf(facts);
    const { previousValue, newValue, takesEffect, overriddenBy, undoValue } = outcome;
    return {
      text: describeSettingChange(facts, outcome),
      structured: {
        parameter: before.name,
        previousValue,
        newValue,
        ...(before.unit === undefined ? {} : { unit: before.unit }),
        level: applied.level,
        takesEffect,
        restartRequired: takesEffect === "restart",
        ...(overriddenBy === undefined ? {} : { overriddenBy }),
        sql: applied.sql,
        undo: { parameter: before.name, value: undoValue },
      },
    };
  },
});

/** Refuses by the name as given, because pg_settings does not show all, and again by the server's own spelling. */
async function findSetting(read: Read, name: string): Promise<Setting> {
  refuseSetting(name);
  const setting = await readSetting(read, name);
  if (setting === undefined) throw await unknownSetting(read, name);
  refuseSetting(setting.name);
  refuseKind(setting);
  return setting;
}

async function unknownSetting(read: Read, name: string): Promise<AppError> {
  const suggestions = nearestNames(name, await settingNames(read));
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return new AppError("invalid_arguments", `There is no setting ${JSON.stringify(shown)} that this role may see.`, {
    next:
      suggestions.length === 0
        ? "Read the resource pg://settings to see which settings there are."
        : `Did you mean ${suggestions.join(" or ")}?`,
    data: { suggestions },
  });
}

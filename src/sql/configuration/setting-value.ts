import { AppError } from "../../errors.ts";
import { parseNameList } from "./name-list.ts";
import { findUnit, roundHalfEven, toSettingUnit, unitNames, withUnit } from "./setting-units.ts";

/** What values a setting takes, as pg_settings tells it. */
export interface SettingDomain {
  readonly name: string;
  readonly type: string;
  readonly unit?: string;
  readonly min?: string;
  readonly max?: string;
  readonly choices?: readonly string[];
}

export interface SettingValue {
  /** What to write into the statement: one text, or one for each element of a list. */
  readonly texts: readonly string[];
  /** The same value as pg_settings shows it, numbers in the setting's own unit. */
  readonly shown: string;
}

const MAX_CHARACTERS = 1_000;
const TRUE = new Set(["on", "true", "yes", "1", "t", "y"]);
const FALSE = new Set(["off", "false", "no", "0", "f", "n"]);
// PostgreSQL quotes each element of these, so a list in one literal would be one strange name.
const NAME_LISTS = new Set(["temp_tablespaces"]);
// Neither octal nor hexadecimal: PostgreSQL reads 010 as 8, which nobody means.
const NUMBER = /^([+-]?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d*)?(?:e[+-]?\d+)?)\s*([a-z]*)$/i;

/** The value in PostgreSQL's spelling; throws `invalid_arguments` that says what is allowed. */
export function checkValue(setting: SettingDomain, value: string): SettingValue {
  const texts = textsOf(setting, value);
  return typeof texts === "string" ? { texts: [texts], shown: shownValue(setting, texts) } : { texts, shown: value };
}

/** A value as pg_settings would show it; text that is no value of the setting stays as it is. */
export function shownValue(setting: SettingDomain, text: string): string {
  if (setting.type === "bool") return readBool(text) ?? text;
  if (setting.type !== "integer" && setting.type !== "real") return text;
  return readNumber(setting, text)?.shown ?? text;
}

export const isReset = (setting: SettingDomain, value: string): boolean =>
  value === "DEFAULT" || (value.toUpperCase() === "DEFAULT" && setting.choices?.includes(value.toLowerCase()) !== true);

function textsOf(setting: SettingDomain, value: string): string | readonly string[] {
  if (value.length > MAX_CHARACTERS) throw invalid(setting, `at most ${String(MAX_CHARACTERS)} characters`, value);
  if (!value.isWellFormed() || value.includes("\0")) throw invalid(setting, "readable text", "these characters");
  switch (setting.type) {
    case "bool":
      return readBool(value.trim()) ?? raise(setting, "on or off", value);
    case "integer":
    case "real":
      return checkNumber(setting, value.trim());
    case "enum":
      return findChoice(setting, value.trim()) ?? raise(setting, `one of ${(setting.choices ?? []).join(", ")}`, value);
    default:
      if (!NAME_LISTS.has(setting.name)) return value;
      return parseNameList(value) ?? raise(setting, 'names with commas between them, odd ones in ""', value);
  }
}

function readBool(text: string): "on" | "off" | undefined {
  const word = text.toLowerCase();
  return TRUE.has(word) ? "on" : FALSE.has(word) ? "off" : undefined;
}

function findChoice({ choices = [] }: SettingDomain, text: string): string | undefined {
  return choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
}

interface ReadNumber {
  readonly text: string;
  readonly shown: string;
  readonly number: number;
}

/** Undefined when the text is no number with a unit of the setting. */
function readNumber(setting: SettingDomain, text: string): ReadNumber | undefined {
  const [, digits, typed = ""] = NUMBER.exec(text) ?? [];
  const unit = typed === "" ? "" : findUnit(typed, setting.unit);
  if (digits === undefined || unit === undefined) return undefined;
  const plain = Number(digits);
  const counted = unit === "" ? plain : toSettingUnit(plain, unit, setting.unit ?? "");
  const number = setting.type === "integer" ? roundHalfEven(counted) : counted;
  return { text: `${digits}${unit}`, number, shown: String(number === 0 ? 0 : number) };
}

function checkNumber(setting: SettingDomain, text: string): string {
  const kind = setting.type === "integer" ? "a whole number" : "a number";
  const names = unitNames(setting.unit);
  const read = readNumber(setting, text);
  if (read === undefined || !Number.isFinite(read.number)) {
    throw invalid(setting, names.length === 0 ? kind : `${kind}, alone or with ${names.join(", ")}`, text);
  }
  const { min = "-Infinity", max = "Infinity" } = setting;
  if (read.number < Number(min) || read.number > Number(max)) {
    const [least, most] = [min, max].map((bound) => withUnit(bound, setting.unit));
    throw invalid(setting, `${String(least)} to ${String(most)}${unitRemark(setting, min, max)}`, text);
  }
  return read.text;
}

const unitRemark = ({ unit }: SettingDomain, min: string, max: string): string =>
  unit === undefined ? "" : ` (${min} to ${max} of its unit, ${unit})`;

function raise(setting: SettingDomain, allowed: string, value: string): never {
  throw invalid(setting, allowed, value);
}

function invalid({ name }: SettingDomain, allowed: string, value: string): AppError {
  const given = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return new AppError("invalid_arguments", `${name} takes ${allowed}, not ${JSON.stringify(given)}.`, {
    next: "Call again with a value it takes, or DEFAULT.",
  });
}

import type { Policy } from "../admin-records.ts";
import { UsageError } from "./command.ts";

/** A list even when its one item reads as a number or a word of JSON, such as a schema named 2024. */
const isListName = (name: string): boolean => /^(allowed|denied)[A-Z]/.test(name);

function readList(name: string, text: string): unknown {
  if (text.startsWith("["))
    return readJson(text, `--set ${name}= must be names with commas between them, or a JSON list`);
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function readValue(name: string, text: string): unknown {
  if (text === "null") return null;
  if (isListName(name)) return readList(name, text);
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return readList(name, text);
}

function readJson(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(otherwise);
  }
}

/** `name=value` pairs, each name once. */
export function readSettings(pairs: readonly string[]): Policy {
  const settings = new Map<string, unknown>();
  for (const pair of pairs) {
    const [, name, value = ""] = /^\s*(\w+)\s*=\s*([^]*?)\s*$/.exec(pair) ?? [];
    if (name === undefined) throw new UsageError("--set takes name=value, such as maxRows=500");
    if (settings.has(name))
      throw new UsageError(`--set ${name} is given twice; put commas between the items of a list`);
    settings.set(name, readValue(name, value));
  }
  return Object.fromEntries(settings);
}

/** What --policy and --set come to; a single setting wins over the JSON. Undefined when neither is given. */
export function readPolicy(json: string | undefined, pairs: readonly string[]): Policy | undefined {
  if (json === undefined && pairs.length === 0) return undefined;
  const wanted = `--policy must be a JSON object such as '{"maxRows":500}'`;
  const base = json === undefined ? {} : readJson(json, wanted);
  if (typeof base !== "object" || base === null || Array.isArray(base)) throw new UsageError(wanted);
  return { ...base, ...readSettings(pairs) };
}

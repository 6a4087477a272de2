import { types } from "@neondatabase/serverless";
import type { JsonValue } from "./row-set.ts";

const typeNames = new Map<number, string>(
  Object.entries(types.builtins).map(([name, oid]) => [oid, name.toLowerCase()]),
);

/** The type's name for built-in types; types the database defines itself are "user-defined". */
export function typeName(oid: number): string {
  return typeNames.get(oid) ?? "user-defined";
}

/** A number only when it is exactly the text Postgres sent; everything else stays text, so no digit is lost. */
function exactNumber(text: string): JsonValue {
  const value = Number(text);
  return String(value) === text && Number.isFinite(value) ? value : text;
}

const numberTypes = new Set(["int2", "int4", "int8", "oid", "float4", "float8", "numeric"]);

/** Postgres' text output as JSON. */
export function toJsonValue(text: string | null, oid: number): JsonValue {
  if (text === null) return null;
  const type = typeName(oid);
  if (type === "bool") return text === "t";
  return numberTypes.has(type) ? exactNumber(text) : text;
}

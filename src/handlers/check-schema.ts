import { type Schema, Validator } from "@cfworker/json-schema";
import { AppError } from "../errors.ts";
import { handlerFailed } from "./envelope.ts";

const MAX_REASONS = 5;

/**
 * The schema without regular expressions: one written to backtrack would hold up everybody whom this isolate serves, so
 * patterns are left to the handler itself.
 */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !isPattern(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutPatterns(value)]));
}

/** A property may be called pattern too; its value is then a schema. */
const isPattern = (name: string, value: unknown): boolean =>
  (name === "pattern" && typeof value === "string") || name === "patternProperties";

/** What of the value the schema does not admit; empty when all is well. Undefined when the schema itself is broken. */
function findFaults(schema: object, value: unknown): readonly string[] | undefined {
  try {
    const { valid, errors } = new Validator(withoutPatterns(schema) as Schema, "2020-12", false).validate(value);
    if (valid) return [];
    // The outermost error only says that there are others.
    const told = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
    return told.slice(0, MAX_REASONS).map(({ instanceLocation, error }) => {
      const place = instanceLocation.replace(/^#\/?/, "");
      return `${place === "" ? "arguments" : place}: ${error.slice(0, 200)}`;
    });
  } catch {
    // A pattern or reference that cannot be used.
    return undefined;
  }
}

export function checkArguments(name: string, schema: object, args: unknown): void {
  const faults = findFaults(schema, args);
  if (faults === undefined) throw handlerFailed(name, "its inputSchema cannot be used");
  if (faults.length === 0) return;
  throw new AppError("invalid_arguments", `Invalid arguments for ${name}: ${faults.join("; ")}`, {
    next: "Correct the arguments to the tool's input schema and call again.",
  });
}

export function checkOutput(name: string, schema: object, value: unknown): void {
  const faults = findFaults(schema, value);
  if (faults === undefined) throw handlerFailed(name, "its outputSchema cannot be used");
  if (faults.length > 0)
    throw handlerFailed(name, `its structured result breaks its outputSchema (${faults[0] ?? ""})`);
}

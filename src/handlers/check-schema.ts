import { Validator } from "@cfworker/json-schema";
import { AppError } from "../errors.ts";
import { boundSchema } from "./bounded-schema.ts";
import { handlerFailed } from "./envelope.ts";

const MAX_REASONS = 5;

/** What of the value the schema does not admit; empty when all is well. Undefined when the schema cannot be used. */
function findFaults(schema: object, value: unknown): readonly string[] | undefined {
  try {
    const bounded = boundSchema(schema, JSON.stringify(value)?.length ?? 0);
    const { valid, errors } = new Validator(bounded, "2020-12", false).validate(value);
    if (valid) return [];
    // The outermost error only says that there are others.
    const told = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
    return told.slice(0, MAX_REASONS).map(({ instanceLocation, error }) => {
      const place = instanceLocation.replace(/^#\/?/, "");
      return `${place === "" ? "arguments" : place}: ${error.slice(0, 200)}`;
    });
  } catch {
    // It refers to what is not there or to itself, or costs too much.
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

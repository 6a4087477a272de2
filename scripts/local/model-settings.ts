import { modelVariables } from "../../src/config.ts";

/** What the environment says of models; wrangler reads no secrets from it that it does not demand. */
export function modelSettings(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = modelVariables.map((name) => [name, environment[name] ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

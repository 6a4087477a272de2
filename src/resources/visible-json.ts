import { makeVisible } from "../tools/visible-text.ts";

const escapeUnits = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Compact JSON in which whatever does not show is escaped; it parses to the same value. */
export function visibleJson(value: unknown): string {
  return makeVisible(JSON.stringify(value), escapeUnits);
}

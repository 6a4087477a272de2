import { makeVisible } from "./visible-text.ts";

/** As JSON writes it: one \u escape for each UTF-16 unit. */
const escapeUnits = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Compact JSON in which whatever does not show is escaped; it parses to the same value. */
export function visibleJson(value: unknown): string {
  return makeVisible(JSON.stringify(value), escapeUnits);
}

import { distance } from "fastest-levenshtein";
import { allowedFunctions } from "./function-table.ts";

export const GENERAL_ADVICE =
  "Use built-in functions that only compute; the operator can allow functions of your own by name.";

// What other databases call it.
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["ifnull", "Use coalesce(value, default)."],
  ["nvl", "Use coalesce(value, default)."],
  ["isnull", "Use coalesce(value, default), or value IS NULL."],
  ["date_format", "Use to_char(date, format)."],
  ["datediff", "Subtract the dates: later - earlier."],
  ["group_concat", "Use string_agg(value, separator)."],
  ["getdate", "Use now()."],
  ["len", "Use length(text)."],
  ["charindex", "Use strpos(text, part)."],
  ["instr", "Use strpos(text, part)."],
]);

const MAX_EDITS = 2;
const MAX_LENGTH = 64;

/** What to do instead of calling an unknown function. */
export function adviceFor(name: string): string {
  const other = ELSEWHERE.get(name);
  if (other !== undefined) return `${other} ${GENERAL_ADVICE}`;
  const near = nearestFunction(name);
  return near === undefined ? GENERAL_ADVICE : `Did you mean ${near}? ${GENERAL_ADVICE}`;
}

function nearestFunction(name: string): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  // Two edits make most names of three letters any other.
  let fewest = Math.min(MAX_EDITS, Math.floor((name.length - 1) / 2)) + 0.1;
  let nearest: string | undefined;
  for (const candidate of allowedFunctions()) {
    if (Math.abs(candidate.length - name.length) > MAX_EDITS) continue;
    const edits = distance(name, candidate) - likeness(name, candidate);
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = candidate;
  }
  return nearest;
}

/** Decides between names equally far: swapped letters are the likeliest slip, and the first letter is seldom wrong. */
function likeness(name: string, candidate: string): number {
  const letters = (text: string): string => Array.from(text).toSorted().join("");
  return (letters(name) === letters(candidate) ? 0.5 : 0) + (name[0] === candidate[0] ? 0.25 : 0);
}

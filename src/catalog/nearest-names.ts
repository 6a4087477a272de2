import { distance } from "fastest-levenshtein";

const MAX_SUGGESTIONS = 3;
// Schema and name of 63 bytes each, quoted.
const MAX_LENGTH = 140;

/** The name without its schema or table. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** How far two names are apart; a qualifier on either side counts little. */
function apart(wanted: string, candidate: string): number {
  const whole = distance(wanted.toLowerCase(), candidate.toLowerCase());
  const last = distance(lastPart(wanted), lastPart(candidate));
  return Math.min(whole, last + (whole === 0 ? 0 : 0.5));
}

/** The names that a slip of the pen could have turned into `wanted`, nearest first. */
export function nearestNames(wanted: string, known: readonly string[]): readonly string[] {
  // Comparing takes the product of the lengths, and what was wanted may be anybody's text.
  if (wanted.length > MAX_LENGTH) return [];
  const tolerance = Math.max(2, Math.ceil(lastPart(wanted).length / 3));
  return known
    .map((name) => ({ name, apart: apart(wanted, name) }))
    .filter((candidate) => candidate.apart <= tolerance + 0.5 || isPart(wanted, candidate.name))
    .toSorted((a, b) => a.apart - b.apart || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((candidate) => candidate.name);
}

/** `customer` for `customer_id`, `total` for `order_total`. */
function isPart(wanted: string, candidate: string): boolean {
  const [short = "", long = ""] = [lastPart(wanted), lastPart(candidate)].toSorted((a, b) => a.length - b.length);
  return short.length >= 4 && long.split("_").includes(short);
}

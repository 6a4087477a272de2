import { nearestNames } from "../../src/catalog/nearest-names.ts";

/** ` Did you mean "x"?` when a slip of the pen could have turned one of the known words into this one, else nothing. */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const [nearest] = nearestNames(wanted, known);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

import { quoteIdentifier } from "../configuration/quote.ts";
import type { Bindings } from "./bindings.ts";
import type { LegText } from "./leg-text.ts";
import type { FallbackLeg, RecallPlan } from "./recall-plan.ts";
import { columnOf, type RowShape } from "./row-shape.ts";

/** Below this, words have letters in common by chance. */
const LEAST_LIKENESS = 0.5;

/** The rows that are tried when `unless`, a condition, does not hold. */
export function fallbackLeg(
  leg: FallbackLeg,
  plan: RecallPlan,
  shape: RowShape,
  bindings: Bindings,
  unless: string,
): LegText {
  const bounded = `SELECT ${shape.names("b")} FROM candidates AS b
    WHERE NOT (${unless}) AND b.bytes_before <= ${String(plan.bounds.fallbackBytes)}`;
  const facts = `SELECT count(*) AS looked, max(b.total) > count(*) AS more FROM candidates AS b
    WHERE NOT (${unless}) AND b.bytes_before <= ${String(plan.bounds.fallbackBytes)}`;
  if (leg.kind === "scan") {
    return {
      before: [],
      rows: `SELECT ${shape.names("b")}, 0::float8 AS score FROM (${bounded}) AS b`,
      isAscending: true,
      facts,
    };
  }
  const schema = quoteIdentifier(leg.extensionSchema);
  const words = leg.words.map((word) => bindings.add(word, "text"));
  const indexed = leg.indexedColumn === undefined ? undefined : columnOf(leg.indexedColumn);
  const source =
    indexed === undefined
      ? bounded
      : `SELECT ${shape.selected} FROM ${shape.from}
         WHERE NOT (${unless}) AND (${words.map((word) => `${indexed} OPERATOR(${schema}.%>) ${word}`).join(" OR ")})
         LIMIT ${String(leg.maxMatches)}`;
  const text = `left(concat_ws(' ', ${shape.texts("b").join(", ")}), ${String(plan.bounds.searchedCharacters)})`;
  const rows = `SELECT ${shape.names("b")}, s.score FROM (${source}) AS b CROSS JOIN LATERAL (
      SELECT sum(z.likeness)::float8 AS score
      FROM (SELECT ${schema}.word_similarity(y.word, ${text}) AS likeness
            FROM unnest(ARRAY[${words.join(", ")}]) AS y (word)) AS z
      WHERE z.likeness >= ${String(LEAST_LIKENESS)}) AS s
    WHERE s.score > 0 ORDER BY s.score DESC LIMIT ${String(plan.limit)}`;
  return { before: [], rows, isAscending: false, ...(indexed === undefined ? { facts } : {}) };
}

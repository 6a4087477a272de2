import { approve, type Statement } from "../../db/statement.ts";
import { ownFacts } from "../own-statement.ts";
import { parse } from "../parser.ts";
import { Bindings } from "./bindings.ts";
import { fallbackLeg } from "./fallback-leg.ts";
import { keywordLeg } from "./keyword-leg.ts";
import type { LegText } from "./leg-text.ts";
import { readsAs } from "./read-back.ts";
import type { RecallPlan } from "./recall-plan.ts";
import { type RowShape, shapeRows } from "./row-shape.ts";
import { vectorLeg } from "./vector-leg.ts";

export interface Recall {
  /**
   * Its rows: the leg (vectors, then keywords, then the fallback, from 1), the place in it from 1, the score, the key as
   * a JSON array of texts, and the texts as another, NULL when the row was told before or the bytes are used up. Place 0
   * tells of the leg itself, `LegFacts` in place of the key.
   */
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

/** Writes the one statement that finds the rows, and approves it only when it reads as it was meant. */
export async function composeRecall(plan: RecallPlan): Promise<Recall> {
  const bindings = new Bindings();
  const shape = shapeRows(plan);
  const legs = legsOf(plan, shape, bindings);
  const text = `WITH ${[
    ...(plan.texts.length === 0 ? [] : [candidates(plan, shape)]),
    ...legs.flatMap((leg, index) => [...leg.before, placed(leg, index + 1, plan, shape)]),
  ].join(",\n")}
${answer(legs, plan)}`;
  if (!readsAs(await parse(text), plan)) throw new Error("a search would not read as it was meant");
  const relations = [{ schema: plan.schema, name: plan.table }];
  return { statement: approve(text, "rows", { ...ownFacts, relations }), parameters: bindings.values };
}

function legsOf(plan: RecallPlan, shape: RowShape, bindings: Bindings): readonly LegText[] {
  const { vectors, keywords, fallback, limit } = plan;
  const first = vectors.length + 1;
  const legs = [
    ...vectors.map((leg, index) => vectorLeg(leg, shape, limit, bindings, nameOf(index + 1))),
    ...keywords.map((leg, index) => keywordLeg(leg, plan, shape, bindings, nameOf(first + index))),
  ];
  if (fallback === undefined) return legs;
  const isFound = keywords.map((_, index) => `EXISTS (SELECT FROM ${nameOf(first + index)})`).join(" OR ");
  return [...legs, fallbackLeg(fallback, plan, shape, bindings, isFound)];
}

const nameOf = (leg: number): string => `leg_${String(leg)}`;

/** The rows that are searched where nothing is indexed: the first that the table gives, as many as the bounds allow. */
function candidates({ bounds }: RecallPlan, shape: RowShape): string {
  const bytes = shape.texts("b").map((text) => `coalesce(octet_length(${text}), 0)`);
  return `candidates AS MATERIALIZED (
    SELECT b.* FROM (
      SELECT ${shape.names("b")}, count(*) OVER () AS total, row_number() OVER () AS place,
        coalesce(sum(${bytes.join(" + ")}) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (SELECT ${shape.selected} FROM ${shape.from} LIMIT ${String(bounds.candidates + 1)}) AS b) AS b
    WHERE b.place <= ${String(bounds.candidates)} AND b.bytes_before <= ${String(bounds.candidateBytes)})`;
}

/** The rows of a leg in their order, with key and texts as they are returned. */
function placed({ rows, isAscending }: LegText, leg: number, { bounds }: RecallPlan, shape: RowShape): string {
  const order = [`h.score ${isAscending ? "ASC" : "DESC"}`, ...shape.keyParts("h")];
  // One character more than wanted tells that there are more.
  const texts = shape.texts("h").map((text) => `left(${text}, ${String(bounds.textCharacters + 1)})`);
  return `${nameOf(leg)} AS MATERIALIZED (
    SELECT ${String(leg)} AS leg, row_number() OVER (ORDER BY ${order.join(", ")}) AS place, h.score::float8 AS score,
      json_build_array(${shape.keyParts("h").join(", ")}) AS key, json_build_array(${texts.join(", ")}) AS texts
    FROM (${rows}) AS h)`;
}

function answer(legs: readonly LegText[], { bounds }: RecallPlan): string {
  const all = legs.map((_, index) => `SELECT l.* FROM ${nameOf(index + 1)} AS l`).join(" UNION ALL ");
  const facts = legs.flatMap((leg, index) =>
    leg.facts === undefined
      ? []
      : [`SELECT ${String(index + 1)}, 0, NULL, to_json(x.*), NULL FROM (${leg.facts}) AS x`],
  );
  return [
    `SELECT a.leg, a.place, a.score, a.key,
      CASE WHEN a.is_first AND a.bytes_before <= ${String(bounds.textBytes)} THEN a.texts END AS texts
    FROM (
      SELECT f.*, coalesce(sum(CASE WHEN f.is_first THEN octet_length(f.texts::text) END)
        OVER (ORDER BY f.place, f.leg ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (
        SELECT l.*, row_number() OVER (PARTITION BY l.key::text ORDER BY l.place, l.leg) = 1 AS is_first
        FROM (${all}) AS l) AS f) AS a`,
    ...facts,
  ].join("\nUNION ALL ");
}

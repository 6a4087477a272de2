import { quoteIdentifier } from "../configuration/quote.ts";
import type { Bindings } from "./bindings.ts";
import type { LegText } from "./leg-text.ts";
import type { Metric, VectorLeg } from "./recall-plan.ts";
import { columnOf, type RowShape } from "./row-shape.ts";

const operators: Readonly<Record<Metric, string>> = { cosine: "<=>", l2: "<->", inner_product: "<#>" };

/** Nearest first. The order is by pgvector's bare operator, because no index serves anything around it. */
export function vectorLeg(leg: VectorLeg, shape: RowShape, limit: number, bindings: Bindings, name: string): LegText {
  if (leg.kind === "real[]" || leg.kind === "float8[]") return arrayLeg(leg, shape, limit, bindings, name);
  const schema = quoteIdentifier(leg.extensionSchema);
  const wanted = bindings.add(`[${leg.vector.join(",")}]`, `${schema}.${quoteIdentifier(leg.kind)}`);
  const column = columnOf(leg.column);
  const fits = leg.isMixed ? ` AND ${schema}.vector_dims(${column}) = ${String(leg.vector.length)}` : "";
  const where = `WHERE ${column} IS NOT NULL${fits}`;
  const distance = (value: string): string => `${value} OPERATOR(${schema}.${operators[leg.metric]}) ${wanted}`;
  if (leg.maxRows === undefined) {
    const rows = `SELECT ${shape.selected}, ${distance(column)} AS score FROM ${shape.from} ${where}
      ORDER BY ${distance(column)} LIMIT ${String(limit)}`;
    return { before: [], rows, isAscending: true };
  }
  const most = String(leg.maxRows);
  const rows = `SELECT ${shape.names("b")}, ${distance("b.v")} AS score
    FROM (SELECT ${shape.selected}, ${column} AS v FROM ${shape.from} ${where} LIMIT ${most}) AS b
    ORDER BY ${distance("b.v")} LIMIT ${String(limit)}`;
  // Counted apart: to keep the vectors for it would take the memory of them all.
  const facts = `SELECT least(count(*), ${most}) AS looked, count(*) > ${most} AS more
    FROM (SELECT FROM ${shape.from} ${where} LIMIT ${String(leg.maxRows + 1)}) AS b`;
  return { before: [], rows, isAscending: true, facts };
}

/** Compares arrays number by number: what pgvector does, at a hundredth of its speed. */
function arrayLeg(leg: VectorLeg, shape: RowShape, limit: number, bindings: Bindings, name: string): LegText {
  const column = columnOf(leg.column);
  const length = String(leg.vector.length);
  const wanted = bindings.add(leg.vector, "float8[]");
  const arrays = `${name}_arrays`;
  const most = leg.maxRows ?? limit;
  const before = [
    `${arrays} AS MATERIALIZED (
       SELECT ${shape.selected}, ${column}::float8[] AS v, cardinality(${column}) AS length
       FROM ${shape.from} WHERE ${column} IS NOT NULL LIMIT ${String(most + 1)})`,
  ];
  // A square of what is beyond this overflows, and would fail the statement.
  const x = leg.kind === "float8[]" ? "greatest(least(u.x, 1e100::float8), -1e100::float8)" : "u.x";
  // Neither NULL nor NaN is within, and no function that takes arrays of one dimension only is asked.
  const isNumber = "u.x > '-Infinity'::float8 AND u.x < 'Infinity'::float8";
  const rows = `SELECT ${shape.names("b")}, d.score
    FROM ${arrays} AS b CROSS JOIN LATERAL (
      SELECT ${distances[leg.metric](x)} AS score, count(*) FILTER (WHERE ${isNumber}) AS numbers
      FROM ROWS FROM (unnest(b.v), unnest(${wanted})) AS u (x, y)) AS d
    WHERE b.length = ${length} AND d.numbers = ${length} AND d.score IS NOT NULL
    ORDER BY d.score LIMIT ${String(limit)}`;
  const facts = `SELECT count(*) AS looked, count(*) > ${String(most)} AS more,
      count(*) FILTER (WHERE b.length <> ${length}) AS unfit, min(b.length) FILTER (WHERE b.length <> ${length}) AS length
    FROM ${arrays} AS b`;
  return { before, rows, isAscending: true, facts };
}

const distances: Readonly<Record<Metric, (x: string) => string>> = {
  cosine: (x) => `1 - sum(${x} * u.y) / nullif(sqrt(sum(${x} * ${x})) * sqrt(sum(u.y * u.y)), 0)`,
  l2: (x) => `sqrt(sum((${x} - u.y) * (${x} - u.y)))`,
  inner_product: (x) => `- sum(${x} * u.y)`,
};

import { quoteIdentifier } from "../configuration/quote.ts";
import type { Bindings } from "./bindings.ts";
import type { LegText } from "./leg-text.ts";
import type { KeywordLeg, RecallPlan } from "./recall-plan.ts";
import { columnOf, type RowShape } from "./row-shape.ts";

const MAX_LEXEMES = 32;

/** Most telling first. */
export function keywordLeg(
  leg: KeywordLeg,
  plan: RecallPlan,
  shape: RowShape,
  bindings: Bindings,
  name: string,
): LegText {
  if (leg.kind === "bm25") return bm25Leg(leg, plan, shape, bindings);
  const [words, matches, rarity] = [`${name}_words`, `${name}_matches`, `${name}_rarity`];
  return {
    before: [
      wordsQuery(words, plan.query, leg.configs, bindings),
      `${matches} AS MATERIALIZED (${matchesQuery(leg, plan, shape, bindings, words)})`,
      // As in BM25, words that few of the rows have tell most, and those of a long text less.
      `${rarity} AS MATERIALIZED (
        SELECT w.query, ln(1 + (SELECT count(*) FROM ${matches})::float8 / count(*)) AS weight
        FROM ${words} AS w JOIN ${matches} AS m ON m.d @@ w.query GROUP BY w.query)`,
    ],
    rows: `SELECT ${shape.names("m")}, s.score FROM ${matches} AS m CROSS JOIN LATERAL (
        SELECT sum(r.weight * ts_rank(m.d, r.query)) / (0.25 + 0.75 * length(m.d)
          / (SELECT greatest(avg(length(a.d)), 1) FROM ${matches} AS a)) AS score
        FROM ${rarity} AS r WHERE m.d @@ r.query) AS s
      ORDER BY s.score DESC LIMIT ${String(plan.limit)}`,
    isAscending: false,
    facts: factsOf(leg, plan, shape, matches),
  };
}

/** The rows with any of the words, as `d` what is searched of them. */
function matchesQuery(
  leg: Exclude<KeywordLeg, { readonly kind: "bm25" }>,
  plan: RecallPlan,
  shape: RowShape,
  bindings: Bindings,
  words: string,
): string {
  const any = `(SELECT string_agg(w.query::text, ' | ')::tsquery FROM ${words} AS w)`;
  if (leg.kind === "computed") {
    return `SELECT b.* FROM (
        SELECT ${shape.names("b")}, ${documentOf(plan, shape, leg.configs, bindings)} AS d FROM candidates AS b OFFSET 0) AS b
      WHERE b.d @@ ${any}`;
  }
  const document = "column" in leg.document ? columnOf(leg.document.column) : `(${leg.document.text})`;
  const most = String(leg.maxMatches + 1);
  if (leg.maxRows !== undefined) {
    return `SELECT b.* FROM (
        SELECT ${shape.selected}, ${document} AS d FROM ${shape.from} LIMIT ${String(leg.maxRows)}) AS b
      WHERE b.d @@ ${any}`;
  }
  // All words at once, then each by itself: the rows of a rare one must not be lost among those of a common one.
  return `SELECT DISTINCT ON (${shape.keyParts("m").join(", ")}) m.* FROM (
      SELECT string_agg(w.query::text, ' & ')::tsquery AS query FROM ${words} AS w
      UNION SELECT w.query FROM ${words} AS w) AS w
    CROSS JOIN LATERAL (
      SELECT b.*, row_number() OVER () AS of_word FROM (
        SELECT ${shape.selected}, ${document} AS d FROM ${shape.from} WHERE ${document} @@ w.query LIMIT ${most}) AS b) AS m
    ORDER BY ${shape.keyParts("m").join(", ")}, m.of_word DESC`;
}

function factsOf(
  leg: Exclude<KeywordLeg, { readonly kind: "bm25" }>,
  { bounds }: RecallPlan,
  shape: RowShape,
  matches: string,
): string {
  if (leg.kind === "computed") {
    const isLong = shape.texts("b").map((text) => `(length(${text}) > ${String(bounds.searchedCharacters)})::int`);
    return `SELECT count(*) AS looked, max(b.total) > count(*) AS more,
        sum(${isLong.map((one) => `coalesce(${one}, 0)`).join(" + ")}) AS long
      FROM candidates AS b`;
  }
  if (leg.maxRows === undefined)
    return `SELECT count(*) AS looked, max(b.of_word) > ${String(leg.maxMatches)} AS more FROM ${matches} AS b`;
  const most = String(leg.maxRows);
  return `SELECT least(count(*), ${most}) AS looked, count(*) > ${most} AS more
    FROM (SELECT FROM ${shape.from} LIMIT ${String(leg.maxRows + 1)}) AS b`;
}

function bm25Leg(
  leg: KeywordLeg & { readonly kind: "bm25" },
  { query, limit }: RecallPlan,
  shape: RowShape,
  bindings: Bindings,
): LegText {
  const schema = quoteIdentifier(leg.extensionSchema);
  const index = `${quoteIdentifier(leg.index.schema)}.${quoteIdentifier(leg.index.name)}`;
  const wanted = `${schema}.to_bm25query(${bindings.add(query, "text")}, ${bindings.add(index, "text")})`;
  const score = `${columnOf(leg.column)} OPERATOR(${schema}.<@>) ${wanted}`;
  // The operator gives the negative of BM25, and 0 for rows without any of the words.
  return {
    before: [],
    rows: `SELECT ${shape.names("m")}, - m.score AS score FROM (
        SELECT ${shape.selected}, ${score} AS score FROM ${shape.from} ORDER BY ${score} LIMIT ${String(limit)}) AS m
      WHERE m.score < 0`,
    isAscending: false,
  };
}

/** Each word of the query as a query of its own. The server itself writes lexemes so that nothing in them is an operator. */
function wordsQuery(name: string, query: string, configs: readonly string[], bindings: Bindings): string {
  return `${name} AS MATERIALIZED (
    SELECT DISTINCT array_to_tsvector(ARRAY[u.lexeme])::text::tsquery AS query
    FROM unnest(${bindings.add(configs, "regconfig[]")}) AS r (config)
    CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector(r.config, ${bindings.add(query, "text")}))) AS u (lexeme)
    ORDER BY 1 LIMIT ${String(MAX_LEXEMES)})`;
}

/** Titles count more than what they are titles of. */
function documentOf(plan: RecallPlan, shape: RowShape, configs: readonly string[], bindings: Bindings): string {
  const config = bindings.add(configs[0], "regconfig");
  const texts = shape.texts("b").map((text) => `left(${text}, ${String(plan.bounds.searchedCharacters)})`);
  const parts = [
    { texts: texts.slice(0, plan.titles), weight: "A" },
    { texts: texts.slice(plan.titles), weight: "C" },
  ].filter((part) => part.texts.length > 0);
  return parts
    .map((part) => `setweight(to_tsvector(${config}, concat_ws(' ', ${part.texts.join(", ")})), '${part.weight}')`)
    .join(" || ");
}

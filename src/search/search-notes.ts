import type { SearchTable } from "../catalog/search-table.ts";
import { quoteIdentifier } from "../sql/configuration/quote.ts";
import type { RecallPlan } from "../sql/search/recall-plan.ts";
import type { SearchLeg } from "./describe-legs.ts";
import type { RankedRow } from "./rank-rows.ts";
import type { Recalled } from "./recall.ts";

const count = (number: number): string => number.toLocaleString("en-US");
const plain = /^[a-z_][a-z0-9_]*$/;
const named = (name: string): string => (plain.test(name) ? name : quoteIdentifier(name));

/** What the caller must know of the search beside its hits: nothing is left out or cut without a word. */
export function noteSearch(
  plan: RecallPlan,
  table: SearchTable,
  recalled: Recalled,
  legs: readonly SearchLeg[],
  kept: readonly RankedRow[],
): readonly string[] {
  return [
    ...legs.flatMap((leg) => noteBound(leg, plan, table)),
    ...noteLong(plan, recalled),
    ...plan.vectors.flatMap((leg, index) => noteUnfit(leg.column, leg.vector.length, recalled.legs[index])),
    ...noteFallback(plan, legs),
    ...noteTexts(plan, recalled, kept),
    ...noteSecurity(plan, table, legs),
  ];
}

function noteBound(
  { kind, column = "", method, bounded }: SearchLeg,
  plan: RecallPlan,
  table: SearchTable,
): readonly string[] {
  if (bounded === undefined) return [];
  const looked = `${count(bounded.looked)} of ${bounded.of === undefined ? "the" : `about ${count(bounded.of)}`} rows`;
  if (kind === "vector") {
    const advice = method.startsWith("array")
      ? `a column of pgvector's type with an hnsw index`
      : `an hnsw index on ${named(column)}`;
    return [`Compared ${named(column)} in ${looked}; ${advice} would search them all.`];
  }
  if (method === "tsvector column" || method === "tsvector index")
    return [`Some of the words are in more rows than the ${count(bounded.looked)} that were ranked; use rarer words.`];
  if (method === "trigram" || method === "bm25")
    return [`Looked once more, ${method === "bm25" ? "word by word" : "by similar spelling"}, in ${looked}.`];
  const canIndex = ["r", "p", "m"].includes(table.kind);
  const index = column === "" ? indexFor(plan, table) : `CREATE INDEX ON ${tableOf(plan)} USING gin (${named(column)})`;
  return [`Looked for the words in ${looked}${canIndex ? `; this would search them all: ${index}` : ""}.`];
}

const tableOf = ({ schema, table }: RecallPlan): string => `${named(schema)}.${named(table)}`;

/** The statement that makes the words of all rows searchable. */
function indexFor(plan: RecallPlan, { config }: SearchTable): string {
  const document = plan.texts.map((column) => `coalesce(${named(column)}, '')`).join(" || ' ' || ");
  return `CREATE INDEX ON ${tableOf(plan)} USING gin (to_tsvector('${config.replaceAll("'", "''")}', ${document}))`;
}

function noteLong({ bounds }: RecallPlan, { legs }: Recalled): readonly string[] {
  return legs.flatMap(({ facts }) =>
    (facts?.long ?? 0) === 0
      ? []
      : [
          `Of ${count(facts?.long ?? 0)} long texts only the first ${count(bounds.searchedCharacters)} characters were searched for the words.`,
        ],
  );
}

function noteUnfit(column: string, length: number, leg: Recalled["legs"][number] | undefined): readonly string[] {
  const { looked = 0, unfit = 0, length: other = 0 } = leg?.facts ?? {};
  if (unfit === 0) return [];
  const lengths = `${count(other)} numbers, the query's vector ${count(length)}`;
  return unfit === looked
    ? [
        `No array in ${named(column)} could be compared: they have ${lengths}. The operator can choose the provider and model that it was filled with.`,
      ]
    : [`${count(unfit)} arrays in ${named(column)} were left out: they have ${lengths}.`];
}

function noteFallback({ keywords, vectors, fallback }: RecallPlan, legs: readonly SearchLeg[]): readonly string[] {
  const used = legs[vectors.length + keywords.length];
  if (fallback === undefined || used === undefined) return [];
  if (used.candidates === 0) {
    const advice = fallback.kind === "scan" ? " The extension pg_trgm would also find misspelt words." : "";
    const isPartly = legs.some(({ kind, bounded }) => kind === "keyword" && bounded !== undefined);
    return [`No row ${isPartly ? "that was looked at " : ""}has any of the words.${advice}`];
  }
  const by = fallback.kind === "trigram" ? "by similar spelling (pg_trgm)" : "word by word (BM25)";
  return [`Full text search found none of the words; these rows were found ${by}.`];
}

function noteTexts({ bounds, texts }: RecallPlan, { rows }: Recalled, kept: readonly RankedRow[]): readonly string[] {
  const found = kept.map(({ row }) => rows.get(row)?.texts);
  const missing = texts.length === 0 ? 0 : found.filter((one) => one === undefined).length;
  const long = found.flatMap((one) => one ?? []).filter((text) => (text?.length ?? 0) > bounds.textCharacters).length;
  return [
    ...(missing === 0
      ? []
      : [`The texts of ${count(missing)} rows were too long to fetch with the others; lower top_n.`]),
    ...(long === 0
      ? []
      : [
          `Of ${count(long)} long texts only the first ${count(bounds.textCharacters)} characters were read for passages.`,
        ]),
  ];
}

/** An index gives its nearest rows before policies take some away. */
function noteSecurity(
  { vectors, limit }: RecallPlan,
  { rowSecurity }: SearchTable,
  legs: readonly SearchLeg[],
): readonly string[] {
  const isShort = vectors.some(({ maxRows }, index) => maxRows === undefined && (legs[index]?.candidates ?? 0) < limit);
  if (!rowSecurity || !isShort) return [];
  return ["Row level security hid some of the nearest rows from the index's answer; there may be more."];
}

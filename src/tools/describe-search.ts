import type { SearchTable } from "../catalog/search-table.ts";
import type { SearchLeg } from "../search/describe-legs.ts";
import type { QueryVector } from "../search/plan-vectors.ts";
import type { SearchOutcome } from "../search/run-search.ts";
import type { TextColumn } from "../search/text-columns.ts";
import { cellText } from "./cell-text.ts";
import { fence } from "./fence.ts";
import type { FittedHits, Hit } from "./search-hits.ts";
import type { SearchSettings } from "./similarity-search-schema.ts";
import { makeVisible } from "./visible-text.ts";

export interface DescribedSearch {
  readonly database: string;
  readonly table: SearchTable;
  readonly texts: readonly TextColumn[];
  readonly query: string;
  readonly vector: QueryVector | undefined;
  readonly settings: SearchSettings;
  readonly outcome: SearchOutcome;
  readonly answer: FittedHits;
  readonly notes: readonly string[];
}

const RULE = "=".repeat(50);

/** The search as text: what was done, then the hits in the form that was asked for. */
export function describeSearch(search: DescribedSearch): string {
  const { database, query, settings, answer, notes } = search;
  const { hits } = answer;
  const table = nameOf(search.table);
  const heading = `Database: ${database}\nTable: ${table}\n\nSimilarity Search Results: "${makeVisible(query)}"\n${RULE}`;
  const lines = notes.map((note) => `\n  - ${cellText(note)}`).join("");
  const about = `${heading}${notes.length === 0 ? "" : `\nNotes:${lines}`}\n`;
  if (hits.length === 0)
    return `${about}\nNo rows found. Try other words, or call get_schema_info to see what the table holds.`;
  const parts = {
    full: () => [
      configurationOf(search),
      ...hits.map((hit, index) => `Result ${String(index + 1)}/${String(hits.length)}\n${resultOf(hit, table)}`),
    ],
    summary: () => hits.map((hit, index) => summaryOf(hit, table, index + 1)),
    ids_only: () => hits.map(idLine),
  }[settings.format]();
  const total =
    settings.format === "ids_only"
      ? `${String(hits.length)} rows`
      : `${String(hits.length)} chunks, ~${String(answer.tokens)} tokens`;
  return `${about}${fence(parts.join(settings.format === "full" ? "\n\n" : "\n"))}\nTotal: ${total}`;
}

const nameOf = ({ schema, name }: SearchTable): string => `${cellText(schema)}.${cellText(name)}`;

function configurationOf({ texts, vector, settings, outcome }: DescribedSearch): string {
  const { topN, chunkTokens, lambda } = settings;
  const percent = (share: number): string => String(Math.round(share * 100));
  return [
    "Configuration:",
    ...outcome.legs.map((leg) => `  - ${legLine(leg, vector)}`),
    `  - Fusion: top ${String(topN)} rows by reciprocal rank`,
    `  - Chunking: ${String(chunkTokens)} tokens per chunk, 25 overlapping`,
    `  - Diversity: λ=${lambda.toFixed(2)} (${percent(lambda)}% relevance, ${percent(1 - lambda)}% diversity)`,
    ...(texts.length === 0
      ? []
      : [
          `  - Column Weights: ${texts.map(({ name, weight, role }) => `${cellText(name)} (${(weight * 100).toFixed(1)}%) [${role}]`).join(", ")}`,
        ]),
  ].join("\n");
}

function legLine({ kind, column, method, metric, candidates }: SearchLeg, vector: QueryVector | undefined): string {
  const searched = column === undefined ? "" : `${cellText(column)} by `;
  const rows = `${String(candidates)} rows`;
  if (kind === "keyword") return `Keyword Search: ${searched}${method}, ${rows}`;
  return `Vector Search: ${searched}${method}, ${metric ?? ""} distance, ${vector?.provider ?? ""} ${vector?.model ?? ""}, ${rows}`;
}

function resultOf(hit: Hit, table: string): string {
  const { title, text = "", tokens = 0, scores } = hit;
  return [
    `Source: ${sourceOf(hit, table)} (${ranksOf(hit)})`,
    ...(title === undefined ? [] : [`Title: ${cellText(title)}`]),
    `Relevance Score: ${(scores.relevance ?? 0).toFixed(3)} (${scoreList(hit)})`,
    `Tokens: ~${String(tokens)}`,
    // Indented, so that no text can pass for a result.
    text === "" ? "(This row has no text.)" : makeVisible(text).replace(/^(?=.)/gm, "  "),
  ].join("\n");
}

function sourceOf({ id, column, chunk, chunks }: Hit, table: string): string {
  const place = column === undefined ? "" : `.${cellText(column)}`;
  const part = chunk === undefined ? "" : `, chunk ${String(chunk)}/${String(chunks)}`;
  return `${table}${place}, ${idText(id)}${part}`;
}

const idText = (id: Hit["id"]): string =>
  Object.entries(id)
    .map(([name, value]) => `${cellText(name)}=${cellText(value)}`)
    .join(" ");

function ranksOf({ rank, scores }: Hit): string {
  const by = [
    ...scores.vector.map((leg) => `${cellText(leg.column)} #${String(leg.rank)}`),
    ...scores.keyword.map((leg) => `keyword #${String(leg.rank)}`),
  ];
  return `row rank #${String(rank)}: ${by.join(", ")}`;
}

function scoreList({ scores }: Hit): string {
  return [
    `fused ${scores.fused.toFixed(4)}`,
    ...scores.vector.map(({ column, distance }) => `${cellText(column)} distance ${distance.toFixed(4)}`),
    ...scores.keyword.map(({ method, score }) => `${method} ${score.toFixed(3)}`),
    `passage bm25 ${(scores.bm25 ?? 0).toFixed(3)}`,
    `mmr ${(scores.mmr ?? 0).toFixed(3)}`,
  ].join(", ");
}

function summaryOf(hit: Hit, table: string, place: number): string {
  const title = hit.title === undefined ? "" : ` | ${cellText(hit.title)}`;
  const score = (hit.scores.relevance ?? 0).toFixed(3);
  return `${String(place)}. Score: ${score} | Source: ${sourceOf(hit, table)}${title}\n   ${cellText(hit.text ?? "")}`;
}

function idLine({ id, scores }: Hit): string {
  const values = Object.entries(id);
  const shown = values.length === 1 ? cellText(values[0]?.[1] ?? "") : idText(id);
  const distances = scores.vector.map(({ distance }) => ` | Distance: ${distance.toFixed(4)}`).join("");
  const ranks = scores.keyword.map(({ rank }) => ` | Keyword: #${String(rank)}`).join("");
  return `ID: ${shown}${distances}${ranks} | Score: ${scores.fused.toFixed(4)}`;
}

import type { SearchTable } from "../catalog/search-table.ts";
import { textCell } from "../catalog/text-cell.ts";
import type { JsonValue } from "../db/row-set.ts";
import { estimateTokens } from "../search/estimate-tokens.ts";
import { fitBudget } from "../search/fit-budget.ts";
import type { SearchLeg } from "../search/describe-legs.ts";
import { MOST_COMPARED, type RankedChunk } from "../search/rank-chunks.ts";
import type { RankedRow } from "../search/rank-rows.ts";
import type { SearchOutcome } from "../search/run-search.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import { fitRows } from "./fit-rows.ts";
import { identifyRow, type RowIdentity } from "./row-identity.ts";
import type { SearchSettings } from "./similarity-search-schema.ts";

/** A number that means itself, without digits that mean nothing. */
const round = (value: number): number => Number(value.toPrecision(5));

interface HitScores {
  /** By reciprocal rank fusion, of the row. */
  readonly fused: number;
  readonly vector: readonly { readonly column: string; readonly distance: number; readonly rank: number }[];
  readonly keyword: readonly { readonly method: string; readonly score: number; readonly rank: number }[];
  /** Of the passage: its words, all in all, and among those chosen before it. */
  readonly bm25?: number;
  readonly relevance?: number;
  readonly mmr?: number;
}

export interface Hit {
  readonly id: RowIdentity;
  /** Place of its row among the rows, from 1. */
  readonly rank: number;
  readonly column?: string;
  /** From 1, and how many its text has. */
  readonly chunk?: number;
  readonly chunks?: number;
  readonly title?: string;
  readonly text?: string;
  readonly tokens?: number;
  readonly scores: HitScores;
}

export interface FittedHits {
  readonly hits: readonly Hit[];
  readonly tokens: number;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

const SUMMARY_CHARACTERS = 100;

/** The hits that fit the caller's tokens and the tenant's limits. */
export function fitHits(
  table: SearchTable,
  outcome: SearchOutcome,
  settings: SearchSettings,
  policy: TenantPolicy,
): FittedHits {
  const places = new Map(outcome.rows.map(({ row }, index) => [row, index + 1]));
  const ofRow = (row: RankedRow): Omit<Hit, "scores"> & { scores: HitScores } => ({
    id: identifyRow(table, outcome.found.get(row.row)?.key ?? []),
    rank: places.get(row.row) ?? 0,
    scores: scoresOf(row, outcome.legs),
  });
  if (settings.format === "ids_only") return fitBytes(outcome.rows.map(ofRow), 0, [], policy);
  const isSummary = settings.format === "summary";
  const chunks = isSummary ? outcome.chunks.map(shorten) : outcome.chunks;
  const { items, tokens, isCut } = fitBudget(chunks, settings.maxTokens);
  const left = outcome.chunkCount - items.length;
  const more = items.length < MOST_COMPARED ? "raise max_output_tokens" : "raise chunk_size_tokens or lower top_n";
  const notes = [
    ...(isCut ? ["The first passage alone is longer than max_output_tokens and was cut."] : []),
    ...(left === 0
      ? []
      : [`${String(items.length)} of ${String(outcome.chunkCount)} passages are shown; ${more} for more.`]),
  ];
  const hits = items.map((chunk) => toHit(chunk, ofRow(chunk.row)));
  return fitBytes(hits, tokens, notes, policy);
}

function toHit(chunk: RankedChunk, row: Hit): Hit {
  const { column, index, of, title, text, tokens, bm25, relevance, mmr } = chunk;
  return {
    ...row,
    ...(column === undefined ? {} : { column, chunk: index + 1, chunks: of }),
    ...(title === "" ? {} : { title }),
    text,
    tokens,
    scores: { ...row.scores, relevance: round(relevance), bm25: round(bm25), mmr: round(mmr) },
  };
}

function scoresOf({ fused, places }: RankedRow, legs: readonly SearchLeg[]): HitScores {
  const told = places.flatMap(({ leg, rank, score }) => {
    const by = legs[leg];
    return by === undefined ? [] : [{ ...by, rank, score: round(score) }];
  });
  return {
    fused: round(fused),
    vector: told
      .filter(({ kind }) => kind === "vector")
      .map(({ column = "", rank, score }) => ({ column, distance: score, rank })),
    keyword: told.filter(({ kind }) => kind === "keyword").map(({ method, rank, score }) => ({ method, score, rank })),
  };
}

function shorten(chunk: RankedChunk): RankedChunk {
  const line = chunk.text.replace(/\s+/g, " ");
  const characters = Array.from(line);
  const text = characters.length <= SUMMARY_CHARACTERS ? line : `${characters.slice(0, SUMMARY_CHARACTERS).join("")}…`;
  return { ...chunk, text, tokens: estimateTokens(chunk.title) + estimateTokens(text) };
}

/** Cuts long values and leaves out the last hits where the tenant's limits ask for it. */
function fitBytes(hits: readonly Hit[], tokens: number, notes: readonly string[], policy: TenantPolicy): FittedHits {
  const names = ["id", "title", "text"].map((name) => ({ name, type: "text" }));
  const rows = hits.map(({ id, title = "", text = "" }) => [JSON.stringify(id), title, text]);
  const fitted = fitRows({ columns: names, rows }, policy);
  const kept = hits.slice(0, fitted.rows.length).map((hit, index) => withTexts(hit, fitted.rows[index] ?? []));
  const cuts = fitted.cutCells.filter(({ column }) => column !== "id").length;
  return {
    hits: kept,
    tokens: fitted.dropped === 0 ? tokens : kept.reduce((sum, hit) => sum + (hit.tokens ?? 0), 0),
    truncated: notes.length > 0 || fitted.dropped > 0 || cuts > 0,
    notes: [
      ...notes,
      ...(fitted.dropped === 0 ? [] : [`${String(fitted.dropped)} more hits did not fit the tenant's bytes.`]),
      ...(cuts === 0 ? [] : [`${String(cuts)} texts were cut at the tenant's limit of characters.`]),
    ],
  };
}

function withTexts(hit: Hit, [, title, text]: readonly JsonValue[]): Hit {
  return {
    ...hit,
    ...(hit.title === undefined ? {} : { title: textCell(title) }),
    ...(hit.text === undefined ? {} : { text: textCell(text) }),
  };
}

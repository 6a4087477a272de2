import type { Read } from "../catalog/read.ts";
import type { SearchTable } from "../catalog/search-table.ts";
import type { GuardPolicy } from "../sql/policy.ts";
import { describeLegs, type SearchLeg } from "./describe-legs.ts";
import { planRecall, type SearchQuestion } from "./plan-recall.ts";
import { type ChunkOptions, type RankedChunk, rankChunks } from "./rank-chunks.ts";
import { type RankedRow, rankRows } from "./rank-rows.ts";
import { recall, type RecalledRow } from "./recall.ts";
import { noteSearch } from "./search-notes.ts";
import type { TextColumn } from "./text-columns.ts";

export interface SearchOutcome {
  readonly legs: readonly SearchLeg[];
  /** The best rows, best first. */
  readonly rows: readonly RankedRow[];
  /** Their best passages, and how many they have in all. */
  readonly chunks: readonly RankedChunk[];
  readonly chunkCount: number;
  /** What was read of each row. */
  readonly found: ReadonlyMap<string, RecalledRow>;
  readonly notes: readonly string[];
}

/** Finds rows by vector and by keyword, fuses both, and picks their passages. One round trip. */
export async function runSearch(
  read: Read,
  table: SearchTable,
  texts: readonly TextColumn[],
  question: SearchQuestion,
  options: Omit<ChunkOptions, "query">,
  policy: GuardPolicy,
): Promise<SearchOutcome> {
  const { plan, notes } = await planRecall(table, texts, question, policy);
  const recalled = await recall(read, plan);
  const ranked = rankRows(recalled, plan, texts);
  const rows = ranked.rows.slice(0, question.topN);
  const legs = describeLegs(plan, table, recalled, ranked.found);
  return {
    legs,
    rows,
    ...rankChunks(rows, recalled.rows, texts, { ...options, query: question.query }),
    found: recalled.rows,
    notes: [...notes, ...noteSearch(plan, table, recalled, legs, rows)],
  };
}

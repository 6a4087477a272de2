import type { SearchTable } from "../catalog/search-table.ts";
import type { GuardPolicy } from "../sql/policy.ts";
import { type IndexExpression, readIndexExpression } from "../sql/search/index-expression.ts";
import type { FallbackLeg, KeywordLeg } from "../sql/search/recall-plan.ts";
import type { TextColumn } from "./text-columns.ts";
import { tokenize } from "./tokenize.ts";

const MAX_BM25_LEGS = 2;
const MAX_STORED_MATCHES = 20_000;
const MAX_COMPUTED_MATCHES = 3_000;
const MAX_WORDS = 32;
const MAX_SCANNED_ROWS = 100_000;
const MAX_TRIGRAM_MATCHES = 2_000;
const MAX_TRIGRAM_WORDS = 5;
const LEAST_TRIGRAM_WORD = 3;

/** How the words are looked for: by the best that is indexed, else in a bounded set of rows. */
export async function planKeywords(
  table: SearchTable,
  texts: readonly TextColumn[],
  query: string,
  policy: GuardPolicy,
): Promise<readonly KeywordLeg[]> {
  const bm25 = planBm25(table, texts);
  if (bm25.length > 0) return bm25;
  const words = Math.min(MAX_WORDS, new Set(tokenize(query)).size);
  const stored = (await planStored(table, words, policy)) ?? (await planExpression(table, words, policy));
  if (stored !== undefined) return [stored];
  return texts.length === 0 ? [] : [{ kind: "computed", configs: [table.config] }];
}

function planBm25({ columns, indexes, extensions }: SearchTable, texts: readonly TextColumn[]): readonly KeywordLeg[] {
  const extensionSchema = extensions?.["pg_textsearch"];
  if (extensionSchema === undefined) return [];
  const weightOf = (column: string): number => texts.find(({ name }) => name === column)?.weight ?? 0;
  const usable = indexes.flatMap(({ method, extension, column, schema, name }) => {
    const isText = columns.some((one) => one.name === column && one.kind === "text");
    if (method !== "bm25" || extension !== "pg_textsearch" || column === undefined || !isText) return [];
    return [{ kind: "bm25" as const, column, extensionSchema, index: { schema, name } }];
  });
  const one = new Map(usable.map((leg) => [leg.column, leg]));
  return [...one.values()].toSorted((a, b) => weightOf(b.column) - weightOf(a.column)).slice(0, MAX_BM25_LEGS);
}

/** The rows that may be ranked for each word, and for all of them together. */
const shareOf = (most: number, words: number): number => Math.ceil(most / (1 + words));

/** By a tsvector column, one with an index before others. */
async function planStored(table: SearchTable, words: number, policy: GuardPolicy): Promise<KeywordLeg | undefined> {
  const isIndexed = (name: string): boolean =>
    table.indexes.some(({ column, operators }) => column === name && operators === "tsvector_ops");
  const stored = table.columns.filter(({ kind }) => kind === "tsvector");
  const column = stored.find(({ name }) => isIndexed(name)) ?? stored[0];
  if (column === undefined) return undefined;
  const readable = new Set(table.columns.map(({ name }) => name));
  const made =
    column.generated === undefined ? undefined : await readIndexExpression(column.generated, readable, policy);
  return {
    kind: "tsvector",
    document: { column: column.name },
    configs: configsOf(made, table),
    maxMatches: shareOf(MAX_STORED_MATCHES, words),
    ...(isIndexed(column.name) ? {} : { maxRows: MAX_SCANNED_ROWS }),
  };
}

async function planExpression(table: SearchTable, words: number, policy: GuardPolicy): Promise<KeywordLeg | undefined> {
  const readable = new Set(table.columns.map(({ name }) => name));
  for (const { expression, operators } of table.indexes) {
    if (expression === undefined || operators !== "tsvector_ops") continue;
    const document = await readIndexExpression(expression, readable, policy);
    if (document === undefined) continue;
    return {
      kind: "tsvector",
      document,
      configs: configsOf(document, table),
      maxMatches: shareOf(MAX_COMPUTED_MATCHES, words),
    };
  }
  return undefined;
}

/** Where nothing tells how a tsvector was made, the query is read as the server would and word by word. */
function configsOf(made: IndexExpression | undefined, { config }: SearchTable): readonly string[] {
  return made === undefined || made.configs.length === 0 ? [...new Set([config, "simple"])] : made.configs;
}

/** What is tried when the words are in no row. */
export function planFallback(table: SearchTable, texts: readonly TextColumn[], query: string): FallbackLeg | undefined {
  if (texts.length === 0) return undefined;
  const extensionSchema = table.extensions?.["pg_trgm"];
  const words = [...new Set(tokenize(query))]
    .filter((word) => word.length >= LEAST_TRIGRAM_WORD)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_TRIGRAM_WORDS);
  if (extensionSchema === undefined || words.length === 0) return { kind: "scan" };
  const index = table.indexes.find(
    ({ extension, operators, column }) =>
      extension === "pg_trgm" && /^gi[ns]t?_trgm_ops$/.test(operators) && texts.some(({ name }) => name === column),
  );
  return {
    kind: "trigram",
    extensionSchema,
    words,
    maxMatches: MAX_TRIGRAM_MATCHES,
    ...(index?.column === undefined ? {} : { indexedColumn: index.column }),
  };
}

import type { SearchTable } from "../catalog/search-table.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { embedQuery, type EmbeddedQuery } from "../search/embed-query.ts";
import { runSearch } from "../search/run-search.ts";
import { chooseTexts } from "../search/text-columns.ts";
import { findVectors, pairedText, type VectorColumn } from "../search/vector-columns.ts";
import { cellText } from "./cell-text.ts";
import { defineTool, readOnly } from "./define-tool.ts";
import { describeSearch } from "./describe-search.ts";
import { findSearchTable } from "./find-search-table.ts";
import { fitHits } from "./search-hits.ts";
import { searchInput, searchOutput, settingsOf } from "./similarity-search-schema.ts";

const MAX_QUERY_CHARACTERS = 8_000;

export const similaritySearch = defineTool({
  name: "similarity_search",
  title: "Search a table by meaning and words",
  description:
    "The passages of a table's texts that best answer a question, by vector and keyword search together. Works without vector columns too.",
  scope: "read",
  input: searchInput,
  output: searchOutput,
  annotations: readOnly,
  async run(context, args) {
    const query = checkQuery(args.query_text);
    const { policy } = context.tenant;
    const database = context.database(args.connection);
    const table = await findSearchTable(database, args.table_name, policy);
    const vectors = findVectors(table);
    const paired = vectors.flatMap(({ name }) => pairedText(name, table.columns) ?? []);
    const texts = chooseTexts(table, new Set(paired));
    const { vector, problem } = await embed(context, table, vectors, query);
    const settings = settingsOf(args);
    const question = {
      query,
      topN: settings.topN,
      ...(args.distance_metric === undefined ? {} : { metric: args.distance_metric }),
      ...(vector === undefined ? {} : { vector }),
    };
    const outcome = await runSearch(database.read, table, texts, question, settings, policy);
    const notes = [
      ...(problem === undefined ? [] : [`${problem.message} Searched by keyword only.`]),
      ...outcome.notes,
    ];
    const answer = fitHits(table, outcome, settings, policy);
    const { id, database: name } = database.connection;
    return {
      text: describeSearch({
        database: `${id} (${name})`,
        table,
        texts,
        query,
        vector,
        settings,
        outcome,
        answer,
        notes: [...notes, ...answer.notes],
      }),
      structured: {
        table: `${table.schema}.${table.name}`,
        query,
        legs: outcome.legs,
        hits: answer.hits,
        tokens: answer.tokens,
        truncated: answer.truncated,
        notes: [...notes, ...answer.notes],
      },
    };
  },
});

function checkQuery(text: string): string {
  // No text in Postgres holds the character NUL.
  const query = text.replaceAll("\0", " ").trim();
  if (query === "") throw new AppError("invalid_arguments", "query_text is empty.", { next: "Say what to look for." });
  if (query.length <= MAX_QUERY_CHARACTERS) return query;
  throw new AppError("invalid_arguments", `query_text is longer than ${String(MAX_QUERY_CHARACTERS)} characters.`, {
    next: "Ask in fewer words.",
  });
}

/** Fails only when there is nothing to search by but vectors, and no vector to search with. */
async function embed(
  context: RequestContext,
  table: SearchTable,
  vectors: readonly VectorColumn[],
  query: string,
): Promise<EmbeddedQuery> {
  const hasWords = table.columns.some(({ kind }) => kind === "text" || kind === "tsvector");
  if (vectors.length === 0) {
    if (hasWords) return {};
    const columns = table.columns.map(({ name, type }) => `${cellText(name)} (${type})`);
    throw new AppError("invalid_arguments", "The table has no text and no vector column that this role may read.", {
      next: `Its columns are ${columns.slice(0, 20).join(", ")}. Use query to read them.`,
    });
  }
  const embedded = await embedQuery(() => context.models.embedder(), query, vectors);
  if (embedded.problem !== undefined && !hasWords) throw embedded.problem;
  return embedded;
}

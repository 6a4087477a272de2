import type { RelationFacts } from "../catalog/overview-facts.ts";
import { makeVisible } from "../tools/visible-text.ts";
import { type Detail, describeRelation } from "./describe-relation.ts";
import type { VectorState } from "./search-changes.ts";
import { proseColumns, vectorColumns } from "./search-columns.ts";

const INDEX_METHODS = new Set(["gin", "gist", "rum", "hnsw", "ivfflat", "bm25"]);

/** A relation's lines for a search: its prose, its vectors and the indexes that serve them. */
export function describeForSearch(relation: RelationFacts, detail: Detail): readonly string[] {
  const [title = "", ...lines] = describeRelation(relation, detail === "names" ? detail : "columns");
  const prose = proseColumns(relation).map(
    ({ name, width }) => `${name}${width === null ? "" : ` (${String(width)} bytes on average)`}`,
  );
  const vectors = vectorColumns(relation).map(({ name, type }) => `${name} ${type}`);
  return [
    title,
    ...lines,
    ...(prose.length === 0 ? [] : [`  prose: ${prose.join(", ")}`]),
    ...(vectors.length === 0 ? [] : [`  vectors: ${vectors.join(", ")}`]),
    ...relation.indexes
      .filter(({ method }) => INDEX_METHODS.has(method))
      .map(({ name, definition }) => `  ${definition ?? name}`),
  ];
}

interface Known {
  readonly text: string;
  /** The drafts that search by words, and those that search by embedding. */
  readonly words: string | undefined;
  readonly vectors: readonly string[];
  readonly changes: string | undefined;
  readonly state: VectorState;
}

const FILLING =
  "Say which columns you would embed and why, in pieces of 200 to 400 words with the title repeated in each. Filling the table is work for a program of mine, because Postern cannot write.";

const EMBEDDING: Readonly<Record<VectorState, string>> = {
  used: "",
  installed: `pgvector is installed, and what is searched here has no vector column. ${FILLING}`,
  available: `pgvector could be installed and is not. ${FILLING}`,
  absent:
    "This server does not offer pgvector, so search by meaning needs another server or plan; ask me whether that is possible.",
};

export function nothingSteps(missing: string): readonly string[] {
  return [
    `${missing} can be seen here, so there is nothing to search. Say so, and check with server_info and get_schema_info that this is the database and the table I mean.`,
    "Ask me where the texts are. Propose a table for them only when I say that they are to be kept here.",
  ];
}

export function searchSteps({ text, words, vectors, changes, state }: Known): readonly string[] {
  return [
    ...(words === undefined
      ? []
      : [
          `Search by words first: run ${words} with query and params ${makeVisible(JSON.stringify([text]))}. If a draft finds nothing, try the words that an author would have used instead of mine.`,
        ]),
    state === "used"
      ? `Then by meaning. If the tool list has similarity_search, call it with table_name and query_text. If it has generate_embedding, put its vector in $1 of ${vectors[0] ?? "the draft"}; it must come from the model that filled the column, or the distances mean nothing. With neither, ask me for the vector${vectors.length > 1 ? `, or put the key of a good hit in $1 of ${vectors[1] ?? ""}` : ""}.`
      : `Then say what search by meaning would take. ${EMBEDDING[state]}${changes === undefined ? "" : ` What would help is drafted as ${changes} in the block, for me to run; adapt it.`}`,
    ...(vectors.length > 0 && words !== undefined
      ? ["Fuse the lists by rank, not by score: add 1 / (60 + rank) over the lists, and sort by the sum."]
      : []),
    "Judge by reading, not by score: mark each of the first ten as an answer, related or unrelated. A rank compares rows within one list only. Then try three more texts whose answers you can see in the rows, and count how often the right row comes among the first three.",
    "Columns that are shown cut can be read with substr; get_schema_info with vector_tables_only=true lists all tables with vectors.",
    `Stop when words alone put the right rows among the first three, and say that more is not needed; or when you can show a text that words miss. Give me: the best rows for my text with their keys, what each way found and missed, the SQL you ran${changes === undefined ? "" : `, and whether to run ${changes}, in which order, and what that costs in writes and space`}.`,
  ];
}

import type { ColumnFacts, RelationFacts } from "../catalog/overview-facts.ts";
import type { Draft } from "./compose-prompt.ts";
import { LARGE } from "./explore-drafts.ts";
import type { Facts } from "./read-facts.ts";
import { proseColumns, textSearchOf, titleColumn, vectorColumns } from "./search-columns.ts";

/** Searches that work now, with the words in $1: by full text, by BM25 and by trigrams, as far as each is there. */
export function wordDrafts({ server, relations }: Facts): readonly Draft[] {
  const trigrams = (server.extensions ?? []).some(
    ({ name, installed, onPath }) => name === "pg_trgm" && installed !== null && onPath,
  );
  return relations.flatMap((relation) => [
    ...byFullText(relation, server.textConfig),
    ...byBm25(relation),
    ...(trigrams ? byTrigrams(relation) : []),
  ]);
}

/** What a result shows of its row: the key, the title. */
function shownColumns(relation: RelationFacts): readonly string[] {
  return [...new Set([...(relation.key ?? []), titleColumn(relation)?.name ?? ""])].filter((name) => name !== "");
}

function byFullText(relation: RelationFacts, serverConfig: string): readonly Draft[] {
  const search = textSearchOf(relation, serverConfig);
  if (search === undefined || (search.index === undefined && (relation.rows ?? 0) > LARGE)) return [];
  const [longest] = proseColumns(relation);
  const rank = shownColumns(relation).length + 1;
  const shown = [...shownColumns(relation), `ts_rank_cd(${search.document}, wanted.words) AS rank`];
  if (longest !== undefined) shown.push(`left(${longest.name}, 200) AS beginning`);
  const scan = search.index === undefined ? "reads every row" : `by index ${search.index.name}`;
  return [
    {
      purpose: `Rows of ${relation.name} with any of the words in $1 (${scan})`,
      sql: [
        `SELECT ${shown.join(", ")}`,
        // Any word will do: a question in plain language rarely has all its words in the answer.
        `FROM ${relation.name}, (SELECT replace(plainto_tsquery('${search.config}', $1)::text, '&', '|')::tsquery AS words) AS wanted`,
        `WHERE ${search.document} @@ wanted.words ORDER BY ${String(rank)} DESC LIMIT 10`,
      ].join("\n"),
    },
  ];
}

function byBm25(relation: RelationFacts): readonly Draft[] {
  const index = relation.indexes.find(({ method, valid }) => method === "bm25" && valid);
  const column = relation.columns.find(({ name }) => name === index?.expression);
  if (column === undefined) return [];
  const shown = [...shownColumns(relation), `${column.name} <@> $1 AS score`].join(", ");
  return [
    {
      purpose: `Rows of ${relation.name} by BM25 for $1 (pg_textsearch: the lowest score is the best)`,
      sql: `SELECT ${shown} FROM ${relation.name} ORDER BY ${column.name} <@> $1 LIMIT 10`,
    },
  ];
}

function byTrigrams(relation: RelationFacts): readonly Draft[] {
  const title = titleColumn(relation);
  if (title === undefined || (relation.rows ?? 0) > LARGE) return [];
  const shown = [...shownColumns(relation), `word_similarity($1, ${title.name}) AS closeness`];
  return [
    {
      purpose: `Rows of ${relation.name} whose ${title.name} is spelt like $1`,
      sql: `SELECT ${shown.join(", ")} FROM ${relation.name} ORDER BY ${String(shown.length)} DESC LIMIT 10`,
    },
  ];
}

const OPERATORS: Readonly<Record<string, string>> = { cosine: "<=>", l2: "<->", ip: "<#>", l1: "<+>" };

/** Searches by embedding: for one that is given, and for the neighbours of a row that is known to fit. */
export function vectorDrafts({ server, relations }: Facts): readonly Draft[] {
  const extension = (server.extensions ?? []).find(({ name }) => name === "vector");
  return relations.flatMap((relation) => {
    const [column] = vectorColumns(relation);
    if (column === undefined) return [];
    const operator = distanceOperator(relation, column);
    const found = extension?.onPath === false ? `OPERATOR(${extension.schema ?? ""}.${operator})` : operator;
    return [nearest(relation, column, found)].concat(neighbours(relation, column, found));
  });
}

/** The operator that the column's index was built for; any other would not use it. */
function distanceOperator({ indexes }: RelationFacts, column: ColumnFacts): string {
  const index = indexes.find(({ expression }) => expression === column.name);
  const [, metric = "cosine"] = /_(cosine|l2|ip|l1)_ops$/.exec(index?.operators ?? "") ?? [];
  return OPERATORS[metric] ?? "<=>";
}

function nearest(relation: RelationFacts, column: ColumnFacts, operator: string): Draft {
  const distance = `${column.name} ${operator} $1::${column.type}`;
  return {
    purpose: `Rows of ${relation.name} nearest to the embedding in $1, written [0.1,0.2,...]`,
    sql: `SELECT ${[...shownColumns(relation), `${distance} AS distance`].join(", ")} FROM ${relation.name} ORDER BY ${distance} LIMIT 10`,
  };
}

function neighbours(relation: RelationFacts, column: ColumnFacts, operator: string): readonly Draft[] {
  const [key, second] = relation.key ?? [];
  if (key === undefined || second !== undefined) return [];
  const probe = `(SELECT ${column.name} FROM ${relation.name} WHERE ${key} = $1)`;
  return [
    {
      purpose: `Neighbours of the row of ${relation.name} whose ${key} is $1`,
      sql: `SELECT ${shownColumns(relation).join(", ")}, ${column.name} ${operator} ${probe} AS distance\nFROM ${relation.name} ORDER BY ${column.name} ${operator} ${probe} LIMIT 10`,
    },
  ];
}

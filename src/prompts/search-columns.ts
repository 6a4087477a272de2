import type { ColumnFacts, IndexFacts, RelationFacts } from "../catalog/overview-facts.ts";

const VECTORS = new Set(["vector", "halfvec", "sparsevec"]);
/** Columns whose values are shorter on average hold codes and names, not prose. */
const PROSE_BYTES = 16;
/** What a column's name promises where there are no statistics, as for tables with row security. */
const PROMISES: readonly (readonly [RegExp, number])[] = [
  [/body|content|descr|text|message|comment|note|summary/i, 80],
  [/title|subject|heading|question|answer|name/i, 24],
];
const MAX_DOCUMENT_COLUMNS = 3;
const MAX_EXPRESSION = 500;

export const vectorColumns = ({ columns }: RelationFacts): readonly ColumnFacts[] =>
  columns.filter(({ kind }) => VECTORS.has(kind));

/** Text columns worth searching, longest first: no keys, no identifiers, no codes. */
export function proseColumns({ columns, key }: RelationFacts): readonly ColumnFacts[] {
  return columns
    .filter(
      (column) =>
        column.category === "S" &&
        !column.unique &&
        !(key ?? []).includes(column.name) &&
        widthOf(column) >= PROSE_BYTES,
    )
    .toSorted((a, b) => widthOf(b) - widthOf(a))
    .slice(0, MAX_DOCUMENT_COLUMNS);
}

function widthOf({ name, width }: ColumnFacts): number {
  return width ?? PROMISES.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
}

/** The column that tells people which row it is, if there is one beside the text itself. */
export function titleColumn(relation: RelationFacts): ColumnFacts | undefined {
  const [longest, ...others] = proseColumns(relation);
  const texts = relation.columns.filter(({ category, name }) => category === "S" && name !== longest?.name);
  return texts.find(({ name }) => /title|subject|heading|label|name/i.test(name)) ?? others.at(-1);
}

export interface TextSearch {
  /** The tsvector to search. */
  readonly document: string;
  readonly config: string;
  readonly index: IndexFacts | undefined;
}

/** How to search a relation's words: as an index has it, so that it is used; by a tsvector column; or from the prose. */
export function textSearchOf(relation: RelationFacts, serverConfig: string): TextSearch | undefined {
  const indexes = relation.indexes.filter(({ method, valid }) => valid && ["gin", "gist", "rum"].includes(method));
  const config = serverConfig.replace(/^pg_catalog\./, "").replaceAll("'", "''");
  for (const index of indexes) {
    const { expression } = index;
    if (expression === null || !expression.includes("to_tsvector(") || expression.length > MAX_EXPRESSION) continue;
    const [, own] = /to_tsvector\('([^']+)'::regconfig/.exec(expression) ?? [];
    return { document: expression, config: own ?? config, index };
  }
  const column = relation.columns.find(({ kind }) => kind === "tsvector");
  if (column !== undefined) {
    return { document: column.name, config, index: indexes.find(({ expression }) => expression === column.name) };
  }
  const prose = proseColumns(relation);
  if (prose.length === 0) return undefined;
  const parts = prose.toReversed().map(({ name, nullable }) => (nullable ? `coalesce(${name}, '')` : name));
  return { document: `to_tsvector('${config}', ${parts.join(" || ' ' || ")})`, config, index: undefined };
}

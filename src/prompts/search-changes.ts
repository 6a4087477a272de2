import type { RelationFacts } from "../catalog/overview-facts.ts";
import { shortType } from "../catalog/short-type.ts";
import type { Draft } from "./compose-prompt.ts";
import type { Facts } from "./read-facts.ts";
import { textSearchOf, vectorColumns } from "./search-columns.ts";

/** Below this many rows an exact search is fast enough without an index. */
const SMALL = 1000;
/** As many as the smaller models of several providers give. */
const DIMENSIONS = 1536;

export type VectorState = "used" | "installed" | "available" | "absent";

/** How far the database is on the way to search by meaning. */
export function vectorStateOf({ server, relations }: Facts): VectorState {
  if (relations.some((relation) => vectorColumns(relation).length > 0)) return "used";
  const extension = (server.extensions ?? []).find(({ name }) => name === "vector");
  if (extension === undefined) return "absent";
  return extension.installed === null ? "available" : "installed";
}

/** DDL that the user can run to search the first relation better. */
export function searchChanges(facts: Facts): readonly Draft[] {
  const [relation] = facts.relations;
  if (relation === undefined) return [];
  const state = vectorStateOf(facts);
  return [
    ...(state === "available" || state === "installed" ? chunkTable(relation, facts, state) : []),
    ...vectorIndex(relation),
    ...wordIndex(relation, facts.server.textConfig),
    ...trigrams(facts),
  ];
}

/** Texts are embedded in pieces, beside the table they come from, so that they can be made anew. */
function chunkTable(
  { name, chunks, key, columns }: RelationFacts,
  { server }: Facts,
  state: VectorState,
): readonly Draft[] {
  const keyColumns = (key ?? []).map((keyName) => columns.find((column) => column.name === keyName));
  if (keyColumns.length === 0 || keyColumns.includes(undefined)) return [];
  const list = (key ?? []).join(", ");
  return [
    {
      purpose: `A table for pieces of the texts of ${name} and their embeddings`,
      sql: [
        ...(state === "available" ? ["CREATE EXTENSION vector;"] : []),
        `CREATE TABLE ${chunks} (`,
        ...keyColumns.map((column) => `  ${column?.name ?? ""} ${shortType(column?.type ?? "")} NOT NULL,`),
        "  chunk_no integer NOT NULL,",
        "  chunk_text text NOT NULL,",
        "  embedding_model text NOT NULL,",
        `  embedding vector(${String(DIMENSIONS)}) NOT NULL, -- as many dimensions as the model gives`,
        `  PRIMARY KEY (${list}, chunk_no),`,
        `  FOREIGN KEY (${list}) REFERENCES ${name} ON DELETE CASCADE`,
        ");",
        `CREATE INDEX ON ${chunks} USING hnsw (embedding vector_cosine_ops);`,
        `GRANT SELECT ON ${chunks} TO ${server.role};`,
      ].join("\n"),
    },
  ];
}

function vectorIndex(relation: RelationFacts): readonly Draft[] {
  const column = vectorColumns(relation).find(
    ({ name }) => !relation.indexes.some(({ expression, valid }) => valid && expression === name),
  );
  if (column === undefined || (relation.rows ?? 0) < SMALL * 10) return [];
  return [
    {
      purpose: `An index for ${column.name} of ${relation.name}, which every search now reads in full`,
      sql: `CREATE INDEX CONCURRENTLY ON ${relation.name} USING hnsw (${column.name} ${column.kind}_cosine_ops);`,
    },
  ];
}

function trigrams({ server }: Facts): readonly Draft[] {
  const missing = (server.extensions ?? []).some(({ name, installed }) => name === "pg_trgm" && installed === null);
  return missing
    ? [{ purpose: "Trigrams, which find words that are spelt otherwise", sql: "CREATE EXTENSION pg_trgm;" }]
    : [];
}

function wordIndex(relation: RelationFacts, serverConfig: string): readonly Draft[] {
  const search = textSearchOf(relation, serverConfig);
  if (search === undefined || search.index !== undefined || (relation.rows ?? 0) < SMALL) return [];
  if (relation.kind !== "table" && relation.kind !== "materialized view") return [];
  const how = relation.partitions === null ? "CREATE INDEX CONCURRENTLY" : "CREATE INDEX";
  return [
    {
      purpose: `An index for the words of ${relation.name}; queries must repeat its expression`,
      sql: `${how} ON ${relation.name} USING gin ((${search.document}));`,
    },
  ];
}

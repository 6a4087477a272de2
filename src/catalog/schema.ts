import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./schema.sql";
import type { VisibleSchemas } from "./visible-schemas.ts";

const statement = ownSqlFile(text);
const MAX_RELATIONS = 5_000;
// No column's document is shorter, so that more columns than these never fit the characters asked for.
const LEAST_COLUMN_CHARACTERS = 40;

/** What is false, empty or unknown is left out. */
export interface RelationColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly comment?: string;
  readonly isPrimaryKey?: true;
  readonly isUnique?: true;
  readonly isIndexed?: true;
  /** Columns that foreign keys refer to, as schema.table.column. */
  readonly references?: readonly string[];
  readonly identity?: "always" | "by default";
  readonly default?: string;
  readonly generated?: string;
  readonly enumValues?: readonly string[];
  /** Only for vectors; 0 when the column takes any number of dimensions. */
  readonly vectorDimensions?: number;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly type: "TABLE" | "VIEW" | "MATERIALIZED VIEW" | "FOREIGN TABLE";
  readonly comment?: string;
  /** Rows as of the last ANALYZE, those of all partitions together. */
  readonly rowEstimate?: number;
  readonly partitions?: number;
  readonly columns?: readonly RelationColumn[];
}

export interface SchemaQuestion {
  readonly schema?: string;
  readonly table?: string;
  readonly vectorsOnly: boolean;
  readonly withColumns: boolean;
  /** More relations than these are summarised: the first `firstNames` of each schema, without columns. */
  readonly summaryAbove?: number;
  readonly firstNames: number;
  readonly maxCharacters: number;
  readonly maxTextCharacters: number;
}

export interface FoundRelation {
  readonly relation: Relation;
  readonly hasVectors: boolean;
  /** Counted from 1 within its schema. */
  readonly place: number;
  readonly totalOfSchema: number;
}

export interface SchemaAnswer {
  /** By schema and name; fewer than `total` in a summary, or when the characters are used up. */
  readonly found: readonly FoundRelation[];
  readonly total: number;
  readonly schemas: number;
  readonly isSummary: boolean;
}

/** The tables and views the role may read and the tenant may see, in one round trip. */
export async function readSchema(read: Read, question: SchemaQuestion, policy: VisibleSchemas): Promise<SchemaAnswer> {
  const maxColumns = question.withColumns ? Math.ceil(question.maxCharacters / LEAST_COLUMN_CHARACTERS) : 0;
  const parameters = [
    question.schema ?? null,
    question.table ?? null,
    question.vectorsOnly,
    maxColumns,
    question.maxCharacters,
    question.maxTextCharacters,
    question.summaryAbove ?? null,
    question.firstNames,
    policy.allowedSchemas ?? null,
    policy.deniedRelations,
  ];
  const { rows } = await read(statement, parameters, MAX_RELATIONS);
  const [, , , total = 0, , schemas = 0, isSummary = false] = rows[0] ?? [];
  return {
    found: rows.map(([document, hasVectors, place, , totalOfSchema]) => ({
      relation: document as unknown as Relation,
      hasVectors: hasVectors === true,
      place: Number(place),
      totalOfSchema: Number(totalOfSchema),
    })),
    total: Number(total),
    schemas: Number(schemas),
    isSummary: isSummary === true,
  };
}

import { limits, policyLimits } from "../config.ts";
import type { Infer } from "./json-schema.ts";

/** The arguments of the tool that takes SQL alone. */
export const queryInput = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 1, description: "One SQL statement" },
    params: { type: "array", items: {}, maxItems: 100, description: "Values for $1, $2, ..." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: policyLimits.maxRows.most,
      default: limits.defaultRows,
      description: "Most rows to return",
    },
    offset: { type: "integer", minimum: 0, maximum: 1_000_000_000, default: 0, description: "Rows to skip" },
    cursor: { type: "string", description: "nextCursor of the page before; same query and params" },
    connection: { type: "string", description: "Alias of a connection" },
    format: { type: "string", enum: ["tsv", "markdown", "json"], default: "tsv", description: "Form of the text" },
    timeout_ms: { type: "integer", minimum: 100, maximum: policyLimits.statementTimeoutMs.most },
  },
  required: ["query"],
  additionalProperties: false,
} as const;

/** Those of the tool that takes questions as well. */
export const questionInput = {
  ...queryInput,
  properties: {
    ...queryInput.properties,
    query: { type: "string", minLength: 1, description: "A question or SQL" },
  },
} as const;

export type QueryArguments = Infer<typeof queryInput>;

export const queryOutput = {
  type: "object",
  properties: {
    columns: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, type: { type: "string" } } },
    },
    rows: { type: "array", items: { type: "array", items: {} } },
    rowCount: { type: "integer" },
    truncated: { type: "boolean" },
    nextCursor: { type: "string" },
    cutCells: { type: "array", items: { type: "object" } },
    streamedRows: { type: "integer" },
  },
} as const;

/** Of a question also what it was, the SQL that answers it and what that cost; without SQL, why, or what to write it from. */
export const questionOutput = {
  ...queryOutput,
  properties: {
    ...queryOutput.properties,
    question: { type: "string" },
    sql: { type: "string" },
    usage: { type: "object" },
    cannot: { type: "string" },
    schemaContext: { type: "string" },
  },
} as const;

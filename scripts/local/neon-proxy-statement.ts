import type pg from "pg";
import type { Session } from "./neon-proxy-session.ts";

export interface Statement {
  query: string;
  params?: unknown[];
  arrayMode?: boolean;
}

export interface OutputFormat {
  arrayMode: boolean;
  /** Every value as the text Postgres sent, which is what Neon's driver asks for. */
  rawText: boolean;
}

/** pg reads queryMode, but its types do not declare it. */
interface ExtendedQuery extends pg.QueryConfig {
  queryMode: "extended";
  rowMode?: "array";
}

const asText = (value: string): unknown => value;
const asNumber = (value: string): unknown => (Number.isFinite(Number(value)) ? Number(value) : value);

/** The types JSON can carry without loss; bigint, numeric and the rest stay text, as at Neon. */
const JSON_PARSERS = new Map<number, (value: string) => unknown>([
  [16, (value) => value === "t"],
  [21, asNumber],
  [23, asNumber],
  [700, asNumber],
  [701, asNumber],
  [114, (value) => JSON.parse(value) as unknown],
  [3802, (value) => JSON.parse(value) as unknown],
]);

export async function runStatement(session: Session, statement: Statement, format: OutputFormat): Promise<unknown> {
  const arrayMode = statement.arrayMode ?? format.arrayMode;
  const config: ExtendedQuery = {
    text: statement.query,
    values: statement.params ?? [],
    // Without it pg sends a query that has no parameters by the simple protocol, where
    // "a; b" runs both. Neon never does, and neither may the stand-in.
    queryMode: "extended",
    types: {
      getTypeParser: (oid: number) => (format.rawText ? asText : (JSON_PARSERS.get(oid) ?? asText)),
    },
    ...(arrayMode ? { rowMode: "array" } : {}),
  };
  const result = await session.query(config);
  return {
    command: result.command,
    rowCount: result.rowCount,
    rows: result.rows as unknown[],
    fields: result.fields.map((field) => ({
      name: field.name,
      tableID: field.tableID,
      columnID: field.columnID,
      dataTypeID: field.dataTypeID,
      dataTypeSize: field.dataTypeSize,
      dataTypeModifier: field.dataTypeModifier,
      format: field.format,
    })),
    rowAsArray: arrayMode,
  };
}

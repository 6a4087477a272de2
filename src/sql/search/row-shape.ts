import { quoteIdentifier } from "../configuration/quote.ts";
import type { RecallPlan, RowKey } from "./recall-plan.ts";

/** How a row of the table looks inside the statement: its key as k1, k2, ..., its texts as c1, c2, ... */
export interface RowShape {
  /** The table, as `t`. */
  readonly from: string;
  /** The key and the texts of `t`, under their names here. */
  readonly selected: string;
  /** Those names, of this alias. */
  readonly names: (alias: string) => string;
  /** The key's parts as text, for an order that does not depend on chance. */
  readonly keyParts: (alias: string) => readonly string[];
  /** The texts as text, NULL or not. */
  readonly texts: (alias: string) => readonly string[];
}

export const columnOf = (name: string): string => `t.${quoteIdentifier(name)}`;

export function shapeRows({ schema, table, key, texts }: RecallPlan): RowShape {
  const keys = keyValues(key);
  const keyNames = keys.map((_, index) => `k${String(index + 1)}`);
  const textNames = texts.map((_, index) => `c${String(index + 1)}`);
  return {
    from: `${quoteIdentifier(schema)}.${quoteIdentifier(table)} AS t`,
    selected: [
      ...keys.map((value, index) => `${value} AS ${keyNames[index] ?? ""}`),
      ...texts.map((column, index) => `${columnOf(column)} AS ${textNames[index] ?? ""}`),
    ].join(", "),
    names: (alias) => [...keyNames, ...textNames].map((name) => `${alias}.${name}`).join(", "),
    keyParts: (alias) => {
      const values = keyNames.map((name) => `${alias}.${name}`);
      return key.kind === "hash" ? [`md5(ROW(${values.join(", ")})::text)`] : values.map((value) => `${value}::text`);
    },
    texts: (alias) => textNames.map((name) => `${alias}.${name}::text`),
  };
}

function keyValues(key: RowKey): readonly string[] {
  return key.kind === "place" ? ["t.tableoid::regclass", "t.ctid"] : key.columns.map(columnOf);
}

import type { JsonValue } from "../db/row-set.ts";
import { cellText, type Table } from "./cell-text.ts";

interface LeanTable {
  readonly table: Table;
  /** What the columns that were left out said, a line for each kind. */
  readonly notes: readonly string[];
}

const isEmpty = (value: JsonValue): boolean => value === "" || value === 0;

/** Leaves out the columns that say the same in every row, but for those that must stay, and tells what they said. */
export function leanTable({ columns, rows }: Table, staying: ReadonlySet<string>): LeanTable {
  const [first = []] = rows;
  const isConstant = columns.map(
    ({ name }, index) =>
      !staying.has(name) && rows.every((row) => JSON.stringify(row[index]) === JSON.stringify(first[index])),
  );
  const constants = columns
    .map(({ name }, index) => ({ name, value: first[index] ?? "" }))
    .filter((_, index) => isConstant[index]);
  const empty = constants.filter(({ value }) => isEmpty(value));
  const same = constants.filter(({ value }) => !isEmpty(value));
  const notes = [
    ...(same.length === 0
      ? []
      : [`The same in every row: ${same.map(({ name, value }) => `${name}=${cellText(value)}`).join("; ")}`]),
    ...(empty.length === 0 ? [] : [`Empty or 0 in every row: ${empty.map(({ name }) => name).join(", ")}`]),
  ];
  const keep = <T>(values: readonly T[]): readonly T[] => values.filter((_, index) => isConstant[index] !== true);
  return { table: { columns: keep(columns), rows: rows.map(keep) }, notes };
}

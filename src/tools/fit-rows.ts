import type { JsonValue, RowSet } from "../db/row-set.ts";

export interface FitLimits {
  readonly maxBytes: number;
  readonly maxCellCharacters: number;
}

interface CutCell {
  /** Index among the rows of the answer. */
  readonly row: number;
  readonly column: string;
  /** How long the whole value is, counted as Postgres counts; an array's or object's length is that of its JSON. */
  readonly characters: number;
}

export interface FittedRows {
  readonly rows: readonly (readonly JsonValue[])[];
  /** Cells that were shortened. */
  readonly cutCells: readonly CutCell[];
  /** Rows left out because the byte budget was used up. */
  readonly dropped: number;
}

/** Shortens long cells, and keeps the rows from the first on whose JSON fits the budget. The first always stays. */
export function fitRows(result: Pick<RowSet, "columns" | "rows">, limits: FitLimits): FittedRows {
  const rows: JsonValue[][] = [];
  const cutCells: CutCell[] = [];
  let bytesLeft = limits.maxBytes;
  for (const values of result.rows) {
    const cells = values.map(measure);
    const row = cutRow(cells, rows.length === 0 ? longestCellThatFits(cells, limits) : limits.maxCellCharacters);
    bytesLeft -= bytesOf(row);
    if (bytesLeft < 0 && rows.length > 0) break;
    for (const [index, { value, characters }] of cells.entries()) {
      if (row[index] === value) continue;
      cutCells.push({ row: rows.length, column: result.columns[index]?.name ?? "", characters });
    }
    rows.push(row);
  }
  return { rows, cutCells, dropped: result.rows.length - rows.length };
}

interface Cell {
  readonly value: JsonValue;
  /** What may be cut; empty for numbers and booleans, which are never long. */
  readonly text: string;
  readonly characters: number;
}

function measure(value: JsonValue): Cell {
  const text = cuttableText(value);
  return { value, text, characters: isAscii(text) ? text.length : Array.from(text).length };
}

// Looked at first because counting code points or bytes of other text takes ten times as long.
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

function cuttableText(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : "";
}

function cutRow(cells: readonly Cell[], maxCharacters: number): JsonValue[] {
  return cells.map(({ value, text, characters }) => {
    if (characters <= maxCharacters) return value;
    const shown = maxCharacters.toLocaleString("en-US");
    const marker = `… [cut: ${shown} of ${characters.toLocaleString("en-US")} characters]`;
    // A cut that would not make the value shorter is none.
    return characters <= maxCharacters + marker.length ? value : beginning(text, maxCharacters) + marker;
  });
}

function beginning(text: string, characters: number): string {
  let end = 0;
  for (let taken = 0; taken < characters; taken += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The most characters per cell with which the row fits the budget; 0 when it does not fit even so. */
function longestCellThatFits(cells: readonly Cell[], { maxBytes, maxCellCharacters }: FitLimits): number {
  const fits = (characters: number): boolean => bytesOf(cutRow(cells, characters)) <= maxBytes;
  if (fits(maxCellCharacters)) return maxCellCharacters;
  let fitting = 0;
  let tooLong = maxCellCharacters;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(middle)) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

function bytesOf(row: readonly JsonValue[]): number {
  const json = JSON.stringify(row);
  return isAscii(json) ? json.length : new TextEncoder().encode(json).length;
}

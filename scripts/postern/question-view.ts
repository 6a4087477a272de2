import type { Fault, SavedQuestion } from "../admin-records.ts";
import { PROGRAM } from "./command.ts";
import { showDate } from "./show-date.ts";
import { renderTable, showCell } from "./table.ts";

const MOST = 60;

/** The beginning of a text on one line. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MOST ? `${line.slice(0, MOST - 1).trimEnd()}…` : line;
}

export const questionCount = (count: number): string => `${count} question${count === 1 ? "" : "s"}`;

export function questionTable(tenant: string, questions: readonly SavedQuestion[]): string {
  if (questions.length === 0)
    return `No saved questions yet. Save one: ${PROGRAM} question add ${tenant} --question '...' --sql 'SELECT ...'`;
  const rows = questions.map(({ id, question, sql, connection, createdAt }) => [
    id,
    shorten(question),
    shorten(sql),
    connection,
    showDate(createdAt),
  ]);
  return renderTable(["QUESTION", "IN WORDS", "SQL", "CONNECTION", "SAVED (UTC)"], rows);
}

/** What is wrong with SQL, with the place in it and what to do, below each other. */
export function showFault({ message, excerpt, hint, next }: Fault): string {
  const advice = [hint === undefined ? undefined : `Hint: ${hint}`, next].filter((line) => line !== undefined);
  // An excerpt is two lines, whose columns belong together.
  const place = excerpt === undefined ? [] : excerpt.split("\n").map((line) => `    ${showCell(line)}`);
  return [`  ${showCell(message)}`, ...place, ...advice.map((line) => `  ${showCell(line)}`)].join("\n");
}

import type { NewQuestion } from "../admin-records.ts";

/** A question of a file, with the line it begins in; or what is wrong with that line. */
export type FileItem = { line: number } & ({ pair: NewQuestion } | { problem: string });

const FIELDS = ["question", "sql", "connection"];

function readJsonLine(text: string): { pair: NewQuestion } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "This is not JSON." };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "This is not an object." };
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return { problem: `Only ${FIELDS.join(", ")} are known, not ${JSON.stringify(unknown)}.` };
  const { question, sql, connection } = value as Record<string, unknown>;
  if (typeof question !== "string" || typeof sql !== "string") return { problem: "question and sql must be texts." };
  if (connection !== undefined && typeof connection !== "string") return { problem: "connection must be a text." };
  return { pair: { question, sql, ...(connection === undefined ? {} : { connection }) } };
}

/** One object with question, sql and perhaps connection to a line; empty lines do not count. */
export function readJsonLines(text: string): FileItem[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [{ line: index + 1, ...readJsonLine(line) }];
  });
}

const HEADING = /^--\s*(question|connection):\s*(.*?)\s*$/;

/** SQL below a comment `-- question: ...`, and perhaps `-- connection: ...`, up to the next such comment. */
export function readSqlBlocks(text: string): FileItem[] {
  const blocks: { line: number; question: string; connection?: string; sql: string[] }[] = [];
  const stray: FileItem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, kind, value = ""] = HEADING.exec(line) ?? [];
    const block = blocks.at(-1);
    if (kind === "question") blocks.push({ line: index + 1, question: value, sql: [] });
    else if (block === undefined) {
      if (line.trim() !== "" && !line.startsWith("--") && stray.length === 0)
        stray.push({ line: index + 1, problem: 'SQL stands below a comment "-- question: ...".' });
    } else if (kind === "connection") block.connection = value;
    else block.sql.push(line);
  }
  const items = blocks.map(({ line, sql, ...named }) => ({ line, pair: { ...named, sql: sql.join("\n").trim() } }));
  return [...stray, ...items];
}

/** A comment that would be read as a heading no longer begins its line. */
const withoutHeadings = (sql: string): string => sql.replace(/^--(?=\s*(question|connection):)/gm, " --");

/** The questions as a file that `readSqlBlocks` reads. */
export function writeSqlBlocks(questions: readonly Required<NewQuestion>[]): string {
  return questions
    .map(
      ({ question, connection, sql }) =>
        `-- question: ${question}\n-- connection: ${connection}\n${withoutHeadings(sql)};\n`,
    )
    .join("\n");
}

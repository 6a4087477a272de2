import fs from "node:fs/promises";
import { AppError, type ErrorDetails } from "../../src/errors.ts";
import { excerptOf } from "../../src/sql/excerpt.ts";

/** A file of SQL as its author knows it. Places in it are indexes into the text, from 0. */
export interface SqlFile {
  readonly path: string;
  readonly text: string;
}

const MAX_BYTES = 1024 * 1024;

async function readBytes(location: string, path: string): Promise<Buffer> {
  try {
    return await fs.readFile(location);
  } catch (cause) {
    throw new AppError(
      "not_found",
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        next: "Give the path of a file of SQL.",
        cause,
      },
    );
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_request", `${path} is not UTF-8.`, { next: "Save it as UTF-8.", cause });
  }
}

/** Reads the file at a location; messages call it by the path that its author gave. */
export async function readSqlFile(location: string, path: string): Promise<SqlFile> {
  const bytes = await readBytes(location, path);
  if (bytes.length > MAX_BYTES)
    throw new AppError("payload_too_large", `${path} is larger than 1 MiB.`, {
      next: "Load data with psql, and keep handlers in files of their own.",
    });
  const file = { path, text: decode(bytes, path) };
  // The parser would take it for the end, and what follows would never be run.
  const end = file.text.indexOf("\0");
  if (end !== -1) throw fileError(file, end, "a character with the code 0", { next: "Take it out." });
  return file;
}

export const lineOf = ({ text }: SqlFile, place: number): number => text.slice(0, place).split("\n").length;

/** Postgres counts code points from 1; JavaScript counts UTF-16 units from 0. */
export function unitsBefore(text: string, position: number): number {
  return Array.from(text)
    .slice(0, position - 1)
    .join("").length;
}

/** A failure that shows its line. */
export function fileError(file: SqlFile, place: number, message: string, details: ErrorDetails = {}): AppError {
  return new AppError("sql_error", `${file.path}, line ${String(lineOf(file, place))}: ${message}`, {
    ...details,
    excerpt: excerptOf(file.text, place + 1),
  });
}

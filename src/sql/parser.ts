import { createParser, type ParserModule } from "../generated/libpg-query.js";
import wasm from "../generated/libpg-query.wasm";
import type { ParseResult } from "./parse-tree.ts";

// Offsets in the structs that libpg_query returns (32-bit pointers).
const RESULT_ERROR = 8;
const ERROR_CURSOR = 16;

/** The text is not SQL. `position` is the 1-based character position in the JavaScript string. */
export class SqlSyntaxError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.name = "SqlSyntaxError";
    this.position = position;
  }
}

let instance: Promise<ParserModule> | undefined;

function instantiate(): Promise<ParserModule> {
  return createParser({
    instantiateWasm(imports, done) {
      const created = new WebAssembly.Instance(wasm, imports);
      done(created, wasm);
      return created.exports;
    },
  });
}

async function useParser<T>(work: (parser: ParserModule) => T): Promise<T> {
  instance ??= instantiate();
  const current = instance;
  try {
    return work(await current);
  } catch (error) {
    // A trap or a stack overflow leaves the instance's memory in an unknown state: the next call gets a new one.
    if (!(error instanceof SqlSyntaxError) && instance === current) instance = undefined;
    throw error;
  }
}

/** Parses with PostgreSQL's own grammar. Throws SqlSyntaxError, or whatever broke the parser. */
export async function parse(sql: string): Promise<ParseResult> {
  return await useParser((parser) => parseWith(parser, sql));
}

/** The statement's fingerprint, the same for all that differ only in literals and spelling; undefined if it is no SQL. */
export async function fingerprintText(sql: string): Promise<string | undefined> {
  const text = await useParser((parser) => {
    const result = withText(parser, sql, (query) => parser._wasm_fingerprint(query));
    const found = parser.UTF8ToString(result);
    parser._wasm_free_string(result);
    return found;
  });
  return /^[0-9a-f]{16}$/.test(text) ? text : undefined;
}

/** No finally around the work: after a trap the instance is dropped, and freeing in it could trap again. */
function withText(parser: ParserModule, text: string, work: (pointer: number) => number): number {
  const capacity = parser.lengthBytesUTF8(text) + 1;
  const pointer = parser._malloc(capacity);
  parser.stringToUTF8(text, pointer, capacity);
  const result = work(pointer);
  parser._free(pointer);
  return result;
}

function parseWith(parser: ParserModule, sql: string): ParseResult {
  const result = withText(parser, sql, (query) => parser._wasm_parse_query_raw(query));
  if (result === 0) throw new Error("the parser ran out of memory");
  try {
    const error = parser.getValue(result + RESULT_ERROR, "i32");
    if (error !== 0) {
      const message = parser.UTF8ToString(parser.getValue(error, "i32"));
      throw new SqlSyntaxError(message, codePointPosition(sql, parser.getValue(error + ERROR_CURSOR, "i32")));
    }
    return JSON.parse(parser.UTF8ToString(parser.getValue(result, "i32"))) as ParseResult;
  } finally {
    parser._wasm_free_parse_result(result);
  }
}

/** Errors count code points from 1; JavaScript counts UTF-16 units. */
function codePointPosition(sql: string, cursor: number): number {
  if (cursor <= 1) return 1;
  return (
    Array.from(sql)
      .slice(0, cursor - 1)
      .join("").length + 1
  );
}

/** Parse trees count UTF-8 bytes from 0; returns the 1-based character position in the JavaScript string. */
export function bytePosition(sql: string, offset: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(sql).subarray(0, offset)).length + 1;
}

import { parseSync, scanSync, type ScanToken } from "libpg-query";

/** Takes the next decision from 0 up to, but not including, the bound. */
export type Decide = (bound: number) => number;

const GAPS = [" ", "\n", "\t", "\f", "\r\n", " /* x */ ", "/**/", " -- \u2003\n", " /* /*\u00a0*/ */ "];
// To Postgres this space is a letter: an alias at the end of a query, and another name anywhere else.
const ALIAS = " \u00a0";

const escaped = (text: string, prefix: string): string =>
  Array.from(text, (character) => `${prefix}${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

/** Spellings of a lower-case identifier that mean the same. */
const IDENTIFIERS: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  (name) => `"${name}"`,
  (name) => `U&"${escaped(name, "\\")}"`,
  (name) => `U&"${name.slice(0, -1)}${escaped(name.slice(-1), "!")}" UESCAPE '!'`,
];

/** Spellings of a string that mean the same. */
const STRINGS: readonly ((text: string) => string)[] = [
  (text) => `$$${text}$$`,
  (text) => `$q1$${text}$q1$`,
  (text) => `E'${escaped(text, "\\u")}'`,
  (text) => `U&'${escaped(text, "\\")}'`,
  (text) => `'${text.slice(0, 1)}'\n'${text.slice(1)}'`,
];

const NUMBERS: readonly ((digits: string) => string)[] = [
  (digits) => `0x${Number(digits).toString(16)}`,
  (digits) => `0b${Number(digits).toString(2)}`,
  (digits) => `(${digits})`,
];

/** Queries around a query, in which it runs all the same. */
const NESTINGS: readonly ((sql: string) => string)[] = [
  (sql) => `(${sql})`,
  (sql) => `SELECT * FROM (${sql}) q`,
  (sql) => `WITH q AS (${sql}) SELECT * FROM q`,
  (sql) => `WITH RECURSIVE q AS MATERIALIZED (${sql}) TABLE q`,
  (sql) => `SELECT (${sql})`,
  (sql) => `SELECT (${sql})::text`,
  (sql) => `VALUES (1), ((${sql}))`,
  (sql) => `SELECT CASE WHEN true THEN (${sql}) ELSE NULL END`,
  (sql) => `SELECT ROW(1, (${sql}))`,
  (sql) => `SELECT ARRAY[(${sql})], ARRAY(${sql})`,
  (sql) => `SELECT COALESCE(NULL, (${sql}))`,
  (sql) => `SELECT count(*) FILTER (WHERE EXISTS (${sql})) FROM users`,
  (sql) => `SELECT * FROM users u LEFT JOIN LATERAL (${sql}) q ON true`,
  (sql) => `SELECT 1 ORDER BY (${sql}) LIMIT (SELECT 1)`,
  (sql) => `SELECT 1 UNION ALL (${sql})`,
  (sql) => `EXPLAIN (VERBOSE) ${sql}`,
];

const pick = <T>(decide: Decide, list: readonly T[]): T | undefined => list[decide(list.length)];

/** The spellings of a token, and the text that they spell. */
function spellingsOf({ text, tokenName, keywordName }: ScanToken): [readonly ((text: string) => string)[], string] {
  if (keywordName !== "NO_KEYWORD") return [[(word) => word.toUpperCase(), (word) => word.toLowerCase()], text];
  if (tokenName === "IDENT" && /^[a-z_]\w*$/.test(text)) return [IDENTIFIERS, text];
  if (tokenName === "ICONST" && /^[1-9]\d*$/.test(text)) return [NUMBERS, text];
  const plain = tokenName === "SCONST" && /^'[^\\$']+'$/.test(text);
  return plain ? [STRINGS, text.slice(1, -1)] : [[], text];
}

/** Whether the text is one query, and not some word that would be a column inside another. */
function isQuery(sql: string): boolean {
  try {
    const [only, ...others] = parseSync(sql).stmts ?? [];
    return others.length === 0 && JSON.stringify(only).startsWith('{"stmt":{"SelectStmt"');
  } catch {
    return false;
  }
}

/** The same SQL in other words, spaces and comments, and perhaps inside another query. */
export function mutateSql(sql: string, decide: Decide): string {
  const bytes = Buffer.from(sql);
  let text = "";
  let end = 0;
  for (const token of scanSync(sql).tokens) {
    text += bytes.subarray(end, token.start).toString();
    if (decide(12) === 0) text += pick(decide, GAPS) ?? "";
    const [spellings, spelt] = spellingsOf(token);
    text += decide(3) === 0 ? (pick(decide, spellings)?.(spelt) ?? token.text) : token.text;
    end = token.end;
  }
  text += `${bytes.subarray(end).toString()}${decide(20) === 0 ? ALIAS : ""}`;
  for (let level = isQuery(sql) ? decide(3) : 0; level > 0; level--) text = pick(decide, NESTINGS)?.(text) ?? text;
  return text;
}

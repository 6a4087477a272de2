import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./relation-candidates.sql";
import type { VisibleSchemas } from "./visible-schemas.ts";

const statement = ownSqlFile(text);
/** Enough for a text that names something of everything; a bound for one that is all names. */
const MAX_WORDS = 64;
/** A part of too many other words. */
const SHORT = /^[a-z0-9]{1,2}$/;
const MAX_CANDIDATES = 120;
const MAX_LINKS = 10_000;

export interface Candidate {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** The beginning of it; empty when there is none. */
  readonly comment: string;
  /** Names, comments and enum labels of its columns. */
  readonly words: string;
}

/** The oids of a table and of one that it refers to. */
export type Link = readonly [referrer: number, target: number];

export interface Candidates {
  readonly version: string;
  /** How many relations the role may read and the tenant may see. */
  readonly total: number;
  /** Those of the likeliest first. */
  readonly links: readonly Link[];
  /** The likeliest first: roughly by words, else by how many others refer to them. */
  readonly candidates: readonly Candidate[];
}

/** The relations that a text with these words may be about, in one round trip however many there are. */
export async function readCandidates(
  read: Read,
  policy: VisibleSchemas,
  words: readonly string[],
): Promise<Candidates> {
  const telling = [...new Set(words)].filter((word) => !SHORT.test(word)).slice(0, MAX_WORDS);
  const patterns = telling.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const { allowedSchemas = null, deniedRelations } = policy;
  const parameters = [allowedSchemas, deniedRelations, patterns, MAX_CANDIDATES, MAX_LINKS];
  const { rows } = await read(statement, parameters, MAX_CANDIDATES + 1);
  const [server, ...candidates] = rows.map(([, document]) => document as unknown);
  return { ...(server as Omit<Candidates, "candidates">), candidates: candidates as Candidate[] };
}

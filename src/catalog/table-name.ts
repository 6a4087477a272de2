/** What a name that somebody wrote can mean, the likeliest first. */
export interface NameReading {
  /** Undefined when it names no schema. */
  readonly schemas?: readonly string[];
  readonly names: readonly string[];
}

// Schema and name of 63 bytes each, every one a doubled quote.
const MAX_LENGTH = 260;
const PART = /\s*(?:"((?:[^"]|"")+)"|([^".\s](?:[^".]*[^".\s])?))\s*(\.|$)/y;

/** As the server folds a name without quotes. */
const fold = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Reads `table`, `schema.table` and both in double quotes; undefined for anything else. Unquoted names mean what is
 * written so, else what SQL would fold them to: people copy names from listings without their quotes.
 */
export function readTableName(text: string): NameReading | undefined {
  const parts: (readonly string[])[] = [];
  if (text.length > MAX_LENGTH || text.includes("\0")) return undefined;
  PART.lastIndex = 0;
  for (let end = "."; end === "."; ) {
    const part = PART.exec(text);
    if (part === null) return undefined;
    const [, quoted, plain = ""] = part;
    parts.push(quoted === undefined ? [...new Set([plain, fold(plain)])] : [quoted.replaceAll('""', '"')]);
    end = part[3] ?? "";
  }
  const [first = [], second, ...more] = parts;
  if (more.length > 0) return undefined;
  return second === undefined ? { names: first } : { schemas: first, names: second };
}

import { crc32 } from "../tenants/crc32.ts";

const MAX_LENGTH = 128;
const isPlain = (name: string): boolean => /^\w+$/.test(name);

/**
 * A relation's name in letters, digits, _ and -. Plain names are kept, with one hyphen between them; others lose what
 * is not allowed and get a hash behind a second hyphen, so that two of them hardly ever meet.
 */
export function resourceName(schema: string, name: string): string {
  const kept = `${schema}-${name}`;
  if (isPlain(schema) && isPlain(name) && kept.length <= MAX_LENGTH) return kept;
  const hash = `-${crc32(JSON.stringify([schema, name]))
    .toString(16)
    .padStart(8, "0")}`;
  return `${kept.replaceAll(/[^\w-]/g, "_").slice(0, MAX_LENGTH - hash.length)}${hash}`;
}

import { AppError } from "../errors.ts";

export interface KeyBytes {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const parsed = new Map<string, readonly KeyBytes[]>();

/** The keys of the SEALING_KEY setting, the current one first. */
export function readSealingKeys(setting: string): readonly [KeyBytes, ...KeyBytes[]] {
  const known = parsed.get(setting) ?? setting.split(",").map((entry) => readKey(entry.trim()));
  const [first, ...others] = known;
  // Of two keys with one id, only the first would ever be tried.
  if (first === undefined || new Set(known.map(({ id }) => id)).size < known.length) throw malformed();
  parsed.set(setting, known);
  return [first, ...others];
}

function readKey(entry: string): KeyBytes {
  const [, id, encoded] = /^([\w-]+):([A-Za-z0-9+/]{43}=?)$/.exec(entry) ?? [];
  if (id === undefined || encoded === undefined) throw malformed();
  return { id, bytes: Uint8Array.fromBase64(encoded) };
}

function malformed(): AppError {
  return new AppError("connection_unreadable", "The Worker's SEALING_KEY is malformed.", {
    next: 'The operator must set it to "<key id>:<base64 of 32 bytes>", further keys behind commas, each with its own id.',
  });
}

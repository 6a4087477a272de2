export interface KeyBytes {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const parsed = new Map<string, readonly KeyBytes[]>();

/** The keys of the SEALING_KEY setting, the current one first. */
export function readSealingKeys(setting: string): readonly [KeyBytes, ...KeyBytes[]] {
  const known = parsed.get(setting) ?? setting.split(",").map((entry) => readKey(entry.trim()));
  const [first, ...others] = known;
  if (first === undefined) throw new Error("SEALING_KEY is empty");
  parsed.set(setting, known);
  return [first, ...others];
}

function readKey(entry: string): KeyBytes {
  const [, id, encoded] = /^([\w-]+):(.+)$/.exec(entry) ?? [];
  const bytes = id === undefined || encoded === undefined ? new Uint8Array() : Uint8Array.fromBase64(encoded);
  if (id === undefined || bytes.length !== 32) {
    throw new Error('SEALING_KEY must be "<key id>:<base64 of 32 bytes>", comma-separated when rotating');
  }
  return { id, bytes };
}

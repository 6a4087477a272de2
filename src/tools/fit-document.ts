const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

interface FittedDocument {
  readonly document: object;
  /** Which list lost how many of its last entries; undefined when the whole document fits. */
  readonly cut?: { readonly list: string; readonly dropped: number };
}

/** Shortens a document's longest list until the document's JSON fits, so that what remains is still JSON. */
export function fitDocument(document: object, maxBytes: number): FittedDocument {
  const excess = bytesOf(document) - maxBytes;
  if (excess <= 0) return { document };
  const lists = Object.entries(document)
    .filter((entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]))
    .toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a));
  const [longest] = lists;
  if (longest === undefined) return { document };
  const [list, entries] = longest;
  let freed = 0;
  let kept = entries.length;
  // Each entry takes its comma along.
  while (kept > 0 && freed < excess) {
    kept -= 1;
    freed += bytesOf(entries[kept]) + 1;
  }
  return { document: { ...document, [list]: entries.slice(0, kept) }, cut: { list, dropped: entries.length - kept } };
}

/** About four bytes make a token, in English and in SQL; other scripts have more bytes and more tokens. */
export const estimateTokens = (text: string): number => Math.ceil(new TextEncoder().encode(text).byteLength / 4);

/** A provider's own count, if it is one. */
export const readCount = (count: unknown): number | undefined =>
  typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;

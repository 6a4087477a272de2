/** A provider's own count, if it is one. None that has read or written anything counts 0. */
export const readCount = (count: unknown): number | undefined =>
  typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : undefined;

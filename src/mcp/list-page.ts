import type { RequestContext } from "../context.ts";

const PAGE_SIZE = 250;

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: { readonly nextCursor?: string };
}

/** One page of a sorted list. A cursor opens only the list it came from. */
export async function listPage<T>(
  context: RequestContext,
  list: string,
  all: readonly T[],
  cursor: string | undefined,
): Promise<ListPage<T>> {
  const start = cursor === undefined ? 0 : await context.cursors.open(list, cursor);
  const end = start + PAGE_SIZE;
  return {
    items: all.slice(start, end),
    next: end < all.length ? { nextCursor: await context.cursors.issue(list, end) } : {},
  };
}

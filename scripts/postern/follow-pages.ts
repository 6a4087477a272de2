interface Page {
  cursor?: string;
}

/** Asks for page after page until one has no cursor; gives back that last one. */
export async function followPages<P extends Page>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
  onPage: (page: P) => void,
): Promise<P> {
  let page = await fetchPage(undefined);
  onPage(page);
  const seen = new Set<string>();
  while (page.cursor !== undefined) {
    // Otherwise a faulty server would keep this going for ever.
    if (seen.has(page.cursor)) throw new Error("The Worker sent the same page twice.");
    seen.add(page.cursor);
    page = await fetchPage(page.cursor);
    onPage(page);
  }
  return page;
}

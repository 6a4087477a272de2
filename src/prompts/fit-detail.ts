/**
 * Describes the items within a budget of characters: each one at the first level before any at the next, earlier items
 * before later ones. So a database of thousands of tables makes no longer prompt than one of fifty, and what matters
 * most keeps its detail. The result may have fewer entries than there are items.
 */
export function fitDetail<Item, Level>(
  items: readonly Item[],
  levels: readonly Level[],
  describe: (item: Item, level: Level) => readonly string[],
  maxCharacters: number,
): readonly string[] {
  const [first, ...richer] = levels.map((level) => (item: Item) => describe(item, level).join("\n"));
  const texts: string[] = [];
  let left = maxCharacters;
  for (const item of first === undefined ? [] : items) {
    const text = first?.(item) ?? "";
    if (text.length + 1 > left) break;
    left -= text.length + 1;
    texts.push(text);
  }
  for (const describeMore of richer) {
    for (const [index, text] of texts.entries()) {
      const more = describeMore(items[index] as Item);
      if (more.length - text.length > left) continue;
      left -= more.length - text.length;
      texts[index] = more;
    }
  }
  return texts;
}

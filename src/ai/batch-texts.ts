/** Splits texts, in their order, into groups that a provider takes at once; a text too long for any group is alone. */
export function batchTexts(
  texts: readonly string[],
  most: { readonly texts: number; readonly characters: number },
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const current = batches.at(-1);
    characters += text.length;
    if (current === undefined || current.length === most.texts || characters > most.characters) {
      batches.push([text]);
      characters = text.length;
    } else {
      current.push(text);
    }
  }
  return batches;
}

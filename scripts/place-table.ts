/** The document with the table between the comments that name it; undefined when it has no place for it. */
export function placeTable(text: string, name: string, table: string): string | undefined {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  if (!place.test(text)) return undefined;
  return text.replace(place, (_, before: string, after: string) => `${before}\n${table}\n${after}`);
}

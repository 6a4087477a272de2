/** What stands inside the fence of an answer's text. */
export function fenced(text: string): string {
  const [, , inside = ""] = /<(untrusted-data-[\w-]+)>\n([^]*)\n<\/\1>/.exec(text) ?? [];
  return inside;
}

/** The fenced TSV, a record for each row; the notes below it are left out. */
export function fencedRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = "", ...lines] = fenced(text).split("\n");
  const names = header.split("\t");
  return lines
    .filter((line) => line.split("\t").length === names.length)
    .map((line) => Object.fromEntries(line.split("\t").map((cell, index) => [names[index], cell])));
}

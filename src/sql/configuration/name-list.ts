const ELEMENT = /\s*(?:"((?:[^"]|"")*)"|([^",\s]*))\s*(,|$)/y;

/** The names in a list as PostgreSQL writes one: commas between, odd names in double quotes, the others in lower case. */
export function parseNameList(text: string): readonly string[] | undefined {
  const names: string[] = [];
  ELEMENT.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = "", end] = ELEMENT.exec(text) ?? [];
    const isEmpty = quoted === undefined && plain === "";
    // An empty list is one empty name; between commas an empty name is a slip.
    if (end === undefined || (isEmpty && (end === "," || names.length > 0))) return undefined;
    names.push(quoted?.replaceAll('""', '"') ?? plain.toLowerCase());
    if (end === "") return names;
  }
}

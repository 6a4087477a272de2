const MAX_NAMES = 500;
const identifier = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const chain = new RegExp(String.raw`${identifier}(?:\s*\.\s*${identifier})*`, "gu");
const part = new RegExp(identifier, "gu");

/** All that could name a table in SQL, as Postgres reads names: folded unless quoted, with the schema where there is one. */
export function namesInSql(sql: string): readonly string[] {
  const names = (sql.match(chain) ?? []).map((text) => (text.match(part) ?? []).map(fold).slice(-2).join("."));
  return [...new Set(names)].slice(0, MAX_NAMES);
}

function fold(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();
}

/** All that could mean a table in prose: names as written, words in singular and plural, two words as one name. */
export function namesInProse(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const pairs = words.slice(1).map((word, index) => `${words[index] ?? ""}_${word}`);
  const names = [...words.filter((word) => word.length > 2), ...pairs].flatMap(inflections);
  return [...new Set([...namesInSql(text), ...names])].slice(0, MAX_NAMES);
}

function inflections(word: string): readonly string[] {
  return [
    word,
    `${word}s`,
    ...(word.endsWith("s") ? [word.slice(0, -1), `${word}es`] : []),
    ...(word.endsWith("y") ? [`${word.slice(0, -1)}ies`] : []),
    ...(word.endsWith("ies") ? [`${word.slice(0, -3)}y`] : []),
  ];
}

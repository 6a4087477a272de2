import { cellText } from "./cell-text.ts";
import { makeVisible } from "./visible-text.ts";

const escapeInIdentifier = (character: string): string =>
  `\\+${(character.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`;

/** An identifier in quotes, written with Postgres' own escapes when it holds what does not show. */
function visibleIdentifier(quoted: string): string {
  const escaped = makeVisible(quoted.replaceAll("\\", "\\\\"), escapeInIdentifier).replace(
    /[\t\n\r]/g,
    escapeInIdentifier,
  );
  return escaped === quoted.replaceAll("\\", "\\\\") ? quoted : `U&${escaped}`;
}

/** SQL text as Postgres wrote it, still the same SQL, with nothing hidden in its names. */
export function visibleSql(sql: string): string {
  const visible = sql.replace(/"(?:[^"]|"")*"/g, visibleIdentifier);
  return makeVisible(visible).replace(/[\t\n\r]+/g, " ");
}

/** Facts of the catalogue with nothing hidden in them: comments on one line each, all else as SQL. */
export function visibleFacts<T>(facts: T, field = ""): T {
  if (typeof facts === "string") return (field === "comment" ? cellText(facts) : visibleSql(facts)) as T;
  if (Array.isArray(facts)) return facts.map((item) => visibleFacts<unknown>(item, field)) as T;
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, visibleFacts<unknown>(value, name)]),
  ) as T;
}

/** Enough of a text to tell, so that none takes long to look at. */
const LOOKED_AT = 4000;

/** A statement's first words, in PostgreSQL, in the dialects that people mistake it for, and in psql. */
const VERBS =
  /^(?:\\[a-z]+|select|with|values|table|explain|show|insert|update|delete|merge|create|alter|drop|truncate|grant|revoke|copy|call|do|begin|start|commit|rollback|savepoint|set|reset|vacuum|analy[sz]e|declare|fetch|move|close|lock|listen|notify|prepare|execute|deallocate|refresh|reindex|cluster|comment|describe|desc|pragma)\b/i;

/** What follows a verb in a sentence and hardly ever in a statement. */
const SPOKEN =
  /^\w+\s+(?:me|us|the|a|an|my|our|your|their|this|that|these|those|which|what|who|whose|how|we|you|they|it|there|all\s+(?:the|of|our|my)|of|in|please)\s/i;

/** Openings that are statements whatever follows. */
const CHANGES =
  /^(?:insert\s+into|delete\s+from|update\s+\S+\s+set|truncate\s+table|merge\s+into|(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)?(?:table|view|index|schema|database|role|user|function|procedure|trigger|sequence|type|extension))\b/i;

const SIGNS: readonly RegExp[] = [
  // A star for all columns, a list cut short, a comparison, a cast, a parameter, a call, a qualified name, an end.
  /^select\s+(?:distinct\s+)?\*/i,
  /,\s*from\b/i,
  /[\w")\]]\s*(?:=|<>|!=|<=|>=|<|>|::|\|\|)\s*[\w'"($:]/,
  /\$\d/,
  /\b(?:count|sum|avg|min|max|coalesce|lower|upper|round|date_trunc|extract|array_agg|string_agg|now)\(/i,
  /\b(?:from|join|table)\s+"?\w+"?\."?\w+/i,
  /;\s*$/,
  /--|\/\*/,
  // Clauses that belong together.
  /\bselect\b[^]*\bfrom\s+\S+\s+(?:as\s+)?(?:\w+\s+)?(?:where|join|inner|left|right|full|cross|group|order|having|limit|union)\b/i,
  /\b(?:group|order)\s+by\s+(?:\d|\w+\s+(?:asc|desc)\b|\w+\s*,)/i,
  /^with\s+(?:recursive\s+)?\w+\s+as\s*\(/i,
  /^values\s*\(/i,
  /^table\s+\S+\s+(?:where|order|limit)\b/i,
  /^explain\s+(?:select|with|table|values|analy[sz]e)\b|^explain\s*\(/i,
  // What asks for a listing elsewhere.
  /^\\[a-z]/i,
  /^(?:describe|desc)\s+(?:table\s+)?[\w."]+$/i,
  /^show\s+(?:full\s+)?(?:tables|columns|databases|schemas|indexes)\b/i,
  // Keywords in capitals.
  /^[A-Z]+\b[^]*\b(?:FROM|WHERE|JOIN|GROUP BY|ORDER BY|INTO|SET|LIMIT)\b/,
];

/** JDBC's and MySQL's placeholder at the end, which looks like a question's mark. */
const PLACEHOLDER = /(?:[=<>(,+*/|-]|\b(?:limit|offset|like|ilike|in|and|between|values))\s*\?$/i;

/** From the first word on; of a long text beginning and end. */
function looksOf(text: string): string {
  const trimmed = text.trim().replace(/^(?:\s|\(|--[^\n]*\n|\/\*[^]*?\*\/)+/, "");
  if (trimmed.length <= LOOKED_AT) return trimmed;
  return `${trimmed.slice(0, LOOKED_AT / 2)} ${trimmed.slice(-LOOKED_AT / 2)}`;
}

/** Whether text that Postgres' grammar refuses was meant as SQL all the same: it begins as a statement and looks like one. */
export function readsLikeSql(text: string): boolean {
  const looks = looksOf(text);
  if (!VERBS.test(looks)) return false;
  if (CHANGES.test(looks)) return true;
  if (/[?？؟]$/.test(looks) && !PLACEHOLDER.test(looks)) return false;
  return !SPOKEN.test(looks) && SIGNS.some((sign) => sign.test(looks));
}

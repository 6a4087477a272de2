const LONGEST = 200;

/** Keys by their usual beginnings, and long runs of letters and digits that could be one. */
const secretShapes = /\b(?:sk|pk|rk|pa|gsk|xai|hf|key|bearer|aiza)[-_ ]?[\w*.-]{8,}|[A-Za-z0-9+/=_*]{32,}/gi;

/**
 * The provider's own words about a failure, short and without what could be a key; undefined where it says nothing we
 * can read.
 */
export function providerMessage(body: string, key: string | undefined): string | undefined {
  const said = findMessage(parse(body));
  if (said === undefined) return undefined;
  const masked = (key === undefined ? said : said.replaceAll(key, "***")).replace(secretShapes, "***");
  const line = masked.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}...` : line;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `{error: {message}}`, `{error}`, `{message}`, `{detail}`, or a list of one of them. */
function findMessage(answer: unknown): string | undefined {
  const only: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof only !== "object" || only === null) return undefined;
  const { error, message, detail } = only as Record<string, unknown>;
  const inner = typeof error === "object" && error !== null ? (error as Record<string, unknown>)["message"] : error;
  return [inner, message, detail].find((candidate) => typeof candidate === "string");
}

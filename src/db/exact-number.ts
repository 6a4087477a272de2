/**
 * A number only when its JSON is the very text Postgres printed; everything else stays text, so no digit is lost.
 * Integers beyond 2^53 are always text: one kind of value for a column of large ids, whichever of them a double can hold.
 */
export function exactNumber(text: string): number | string {
  const value = Number(text);
  if (!Number.isFinite(value) || String(value) !== text) return text;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

/** Postgres prints the shortest text that names the float, so only what JSON cannot write stays text. */
export function exactFloat(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && !Object.is(value, -0) ? value : text;
}

/** A number inside JSON, where 1.0 and 1e2 are as good as 1 and 100: text only when the value would change. */
export function exactJsonNumber(source: string): number | string {
  if (/^-?\d+$/.test(source)) return exactNumber(source);
  const value = Number(source);
  return decimal(String(value)) === decimal(source) ? value : source;
}

/** One spelling for every way to write the same decimal. The zero keeps its sign, which JSON.stringify would drop. */
function decimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  while (start < end && digits[start] === "0") start += 1;
  if (start === end) return `${sign}0`;
  return `${sign}${digits.slice(start, end)}e${String(Number(exponent) - fraction.length + digits.length - end)}`;
}

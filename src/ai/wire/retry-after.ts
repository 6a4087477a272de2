/** How long a Retry-After header asks to wait, in milliseconds; undefined where it says nothing we understand. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  // Some write fractions of a second, which RFC 9110 §10.2.3 does not know.
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = /[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

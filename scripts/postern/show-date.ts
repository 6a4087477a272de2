const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat("en");

/** `2026-11-18 14:05`, in UTC. */
export function showDate(date: string): string {
  return date.slice(0, 16).replace("T", " ");
}

/** What was made a moment ago to last 90 days still reads `in 90 days`. */
const GRACE_MS = 30_000;

/** `in 3 days`, `2 hours ago`. */
export function showDistance(date: string, now: Date): string {
  const exact = Date.parse(date) - now.getTime();
  const distance = exact > GRACE_MS ? exact + GRACE_MS : exact;
  const [unit, length] = UNITS.find((candidate) => Math.abs(distance) >= candidate[1]) ?? ["second", 1000];
  return RELATIVE.format(Math.trunc(distance / length), unit);
}

/** The date and how far away it is. */
export function showMoment(date: string, now: Date): string {
  return `${showDate(date)} (${showDistance(date, now)})`;
}

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

/** `in 3 days`, `2 hours ago`. */
export function showDistance(date: string, now: Date): string {
  const distance = Date.parse(date) - now.getTime();
  const [unit, length] = UNITS.find((candidate) => Math.abs(distance) >= candidate[1]) ?? ["second", 1000];
  return RELATIVE.format(Math.trunc(distance / length), unit);
}

/** The date and how far away it is. */
export function showMoment(date: string, now: Date): string {
  return `${showDate(date)} (${showDistance(date, now)})`;
}

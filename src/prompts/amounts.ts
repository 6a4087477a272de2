/** A count with its thousands told apart. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 table`, `2 tables`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

const sizes = ["B", "kB", "MB", "GB", "TB"];

/** A size as Postgres writes it, in two or three digits. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < sizes.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : value.toFixed(0)} ${sizes[unit] ?? ""}`;
}

const spans: readonly (readonly [seconds: number, noun: string])[] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** How long ago, in the largest unit that fits. */
export function ago(seconds: number): string {
  const [length, noun] = spans.find(([span]) => seconds >= span) ?? [1, "second"];
  return `${counted(Math.floor(seconds / length), noun)} ago`;
}

interface Unit {
  readonly name: string;
  /** In bytes, or in microseconds. */
  readonly size: number;
}

const units = (...pairs: readonly (readonly [string, number])[]): readonly Unit[] =>
  pairs.map(([name, size]) => ({ name, size }));

// Largest first, as PostgreSQL tries them.
const MEMORY = units(["TB", 1024 ** 4], ["GB", 1024 ** 3], ["MB", 1024 ** 2], ["kB", 1024], ["B", 1]);
const TIME = units(["d", 86_400e6], ["h", 3_600e6], ["min", 60e6], ["s", 1e6], ["ms", 1e3], ["us", 1]);

/** What a setting counts in, such as `kB`, `ms` or `8kB`, and the units its values may be written in. */
interface Measure {
  readonly size: number;
  readonly units: readonly Unit[];
}

function measureOf(unit: string): Measure | undefined {
  const [, count = "", name = ""] = /^(\d*)([A-Za-z]+)$/.exec(unit) ?? [];
  for (const family of [MEMORY, TIME]) {
    const found = family.find((candidate) => candidate.name === name);
    if (found !== undefined) return { size: found.size * Number(count === "" ? 1 : count), units: family };
  }
  return undefined;
}

/** Whole numbers, halves to the even one, as C's rint() does. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

export function unitNames(unit: string | undefined): readonly string[] {
  return unit === undefined ? [] : (measureOf(unit)?.units ?? []).map(({ name }) => name);
}

/** The unit as PostgreSQL spells it; it knows "MB" and "kB" but not "mb" or "KB". */
export function findUnit(typed: string, unit: string | undefined): string | undefined {
  return unitNames(unit).find((name) => name.toLowerCase() === typed.toLowerCase());
}

/** So many of the named unit, counted in the setting's own; fractions as PostgreSQL rounds them. */
export function toSettingUnit(value: number, name: string, unit: string): number {
  const measure = measureOf(unit);
  const index = measure?.units.findIndex((candidate) => candidate.name === name) ?? -1;
  const given = measure?.units[index];
  if (measure === undefined || given === undefined) return value;
  const smaller = measure.units[index + 1];
  const total = value * given.size;
  return (smaller === undefined ? total : roundHalfEven(total / smaller.size) * smaller.size) / measure.size;
}

/** The number with the largest unit that leaves it whole, as SHOW writes it. */
export function withUnit(value: string, unit: string | undefined): string {
  const measure = unit === undefined ? undefined : measureOf(unit);
  const number = Number(value);
  if (measure === undefined || !(number > 0)) return value;
  const total = number * measure.size;
  const fitting = measure.units.find(({ size }) => Number.isSafeInteger(total / size));
  return fitting === undefined ? value : `${String(total / fitting.size)}${fitting.name}`;
}

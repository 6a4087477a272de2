/** A few tenths of a second: a schema of ten properties and a thousand items costs a tenth of it. */
const MAX_STEPS = 5_000_000;

/**
 * The schema without regular expressions and uniqueItems, both of which a few lines can make very slow; they are left to
 * the handler itself. What is left counts how often it is looked at and throws when that is too often: references that
 * branch double the work with each line of the schema, and would hold up everybody whom this isolate serves.
 * `longest` is the length of what may be measured by its lengths and formats.
 */
export function boundSchema(schema: object, longest: number): object {
  let steps = 0;
  const count = (cost: number): void => {
    steps += cost;
    if (steps > MAX_STEPS) throw new Error("the schema costs too much");
  };
  const get = (target: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    const isMeasure = name === "minLength" || name === "maxLength" || name === "format";
    // A text may end in the message of a fault, once for each look.
    count(1 + (typeof value === "string" ? value.length : 0) + (isMeasure && value !== undefined ? longest / 16 : 0));
    return value;
  };
  const bound = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return new Proxy(part.map(bound), { get });
    const kept = Object.entries(part).filter(([name, value]) => !isLeftOut(name, value));
    return new Proxy(Object.fromEntries(kept.map(([name, value]) => [name, bound(value)])), { get });
  };
  return bound(schema) as object;
}

/** A property may be called pattern or uniqueItems too; its value is then a schema. */
const isLeftOut = (name: string, value: unknown): boolean =>
  (name === "pattern" && typeof value === "string") ||
  (name === "uniqueItems" && typeof value === "boolean") ||
  name === "patternProperties";

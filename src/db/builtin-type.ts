import table from "./builtin-types.json" with { type: "json" };
import type { ValueType } from "./json-value.ts";

const types = new Map<number, ValueType>();

for (const [name, [oid = 0, arrayOid]] of Object.entries<readonly number[]>(table)) {
  const element: ValueType = { name };
  types.set(oid, element);
  if (arrayOid === undefined) continue;
  // Boxes are separated by semicolons, because they contain commas; box[] stays text.
  types.set(arrayOid, name === "box" ? { name: "box[]" } : { name: `${name}[]`, element });
}

/** The type of a hand-assigned oid, the same in every version of Postgres; undefined for all that a database adds. */
export function builtinType(oid: number): ValueType | undefined {
  return types.get(oid);
}

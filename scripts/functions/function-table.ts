import review from "./review.json" with { type: "json" };

/** What functions.sql tells about a name on one server. */
export interface NameTraits {
  readonly name: string;
  readonly kind: "function" | "type";
  readonly volatile: boolean;
  readonly public: boolean;
  readonly procedure: boolean;
  readonly trigger: boolean;
  readonly internal: boolean;
  readonly uncallable: boolean;
}

export interface FunctionTable {
  readonly source: string;
  readonly allow: readonly string[];
  readonly deny: readonly { readonly family: string; readonly why: string; readonly names: readonly string[] }[];
}

interface Family {
  readonly family: string;
  readonly why: string;
  readonly names?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly claims?: string;
}

const families: readonly Family[] = review.families;
const words = (lines: readonly string[] = []): readonly string[] => lines.flatMap((line) => line.split(" "));

/** Volatile functions that a person has judged harmless. */
export const harmless: ReadonlySet<string> = new Set(words(review.harmless));

/** Sorts the names of several servers into those a query may call and the families it may not. */
export function buildFunctionTable(source: string, servers: readonly (readonly NameTraits[])[]): FunctionTable {
  const byName = Map.groupBy(servers.flat(), (traits) => traits.name);
  const names = [...byName.keys()].sort();
  const familyOf = new Map(names.map((name) => [name, findFamily(name, byName.get(name) ?? [])]));
  return {
    source,
    allow: inLines(names.filter((name) => familyOf.get(name) === undefined)),
    deny: families
      .map((family) => ({
        family: family.family,
        why: family.why,
        names: inLines(names.filter((name) => familyOf.get(name) === family)),
      }))
      .filter((family) => family.names.length > 0),
  };
}

/** The family that refuses the name, on whichever server it is known; undefined when every overload is harmless. */
function findFamily(name: string, everywhere: readonly NameTraits[]): Family | undefined {
  const claimants = families.filter(({ names, prefixes = [] }) => {
    return words(names).includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
  });
  if (claimants.length > 1)
    throw new Error(`${name} is claimed by ${claimants.map((one) => one.family).join(" and ")}`);
  const [claimant] = claimants;
  if (claimant !== undefined && harmless.has(name)) throw new Error(`${name} is both harmless and ${claimant.family}`);
  const traits = everywhere.filter((one) => one.kind === "function");
  if (claimant !== undefined || harmless.has(name) || traits.length === 0) return claimant;
  return families.find(({ claims }) => {
    if (claims === "trigger") return traits.every((one) => one.trigger);
    if (claims === "uncallable") return traits.every((one) => one.uncallable);
    if (claims === "restricted") return traits.some((one) => !one.public);
    return claims === "rest" && traits.some((one) => one.volatile || one.procedure || one.internal);
  });
}

/** Several names per line, so that the table stays readable and its changes reviewable. */
function inLines(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 110) lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(name);
  }
  return lines;
}

import builtins from "../builtin-functions.json" with { type: "json" };
import extensions from "../extension-functions.json" with { type: "json" };

// The tables hold several names per line to stay readable as data.
const names = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

const ALLOWED = new Set([...names(builtins.allow), ...names(extensions.allow)]);
const DENIED_BUILTINS = new Map(builtins.deny.flatMap((family) => names(family.names).map((name) => [name, family])));
const DENIED_EXTENSIONS = new Map(
  extensions.deny.flatMap((family) => names(family.names).map((name) => [name, family])),
);
// Calls of these cannot be written in SQL, and "system", a sampling method, is a common column name.
const UNCALLABLE = new Set(["internal", "triggers"]);

export function isAllowedFunction(name: string): boolean {
  return ALLOWED.has(name);
}

export function allowedFunctions(): ReadonlySet<string> {
  return ALLOWED;
}

export function isDeniedBuiltin(name: string): boolean {
  return DENIED_BUILTINS.has(name);
}

/** Why no query may call the function, as the end of a sentence; undefined when nothing is known against it. */
export function reasonAgainst(name: string): string | undefined {
  return (DENIED_BUILTINS.get(name) ?? findExtension(name))?.why;
}

/** The same for a name in attribute notation, which may as well be a column. */
export function reasonAgainstAttribute(name: string): string | undefined {
  if (ALLOWED.has(name)) return undefined;
  const builtin = DENIED_BUILTINS.get(name);
  if (builtin !== undefined) return UNCALLABLE.has(builtin.family) ? undefined : builtin.why;
  return findExtension(name)?.why;
}

function findExtension(name: string): { readonly why: string } | undefined {
  return (
    DENIED_EXTENSIONS.get(name) ??
    extensions.deny.find((family) => family.prefixes.some((prefix) => name.startsWith(prefix)))
  );
}

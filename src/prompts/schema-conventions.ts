import type { ColumnFacts, RelationFacts } from "../catalog/overview-facts.ts";
import { shortType } from "../catalog/short-type.ts";
import { counted } from "./amounts.ts";

/** What the existing tables agree on, so that new ones can follow. */
export function conventionsOf(relations: readonly RelationFacts[]): readonly string[] {
  const tables = relations.filter(({ kind }) => kind === "table");
  if (tables.length === 0) return [];
  const names = tables.map(bareName);
  const share = (matching: readonly string[]): string =>
    `${String(matching.length)} of ${counted(names.length, "name")}`;
  return [
    `Conventions, from ${counted(tables.length, "table")}:`,
    `- ${share(names.filter((name) => /^[a-z0-9_]+$/.test(name)))} in lower case without quotes, ${share(names.filter((name) => /s"?$/.test(name)))} in the plural`,
    ...line("keys", tally(tables.map(keyOf))),
    ...line("references", tally(tables.flatMap((table) => table.foreignKeys.map(({ columns }) => columns.join(", "))))),
    ...line(
      "columns in several tables",
      tally(tables.flatMap(repeated)).filter(([, times]) => times > 1),
    ),
    ...line("types", tally(tables.flatMap(({ columns }) => columns.map(typeOf)))),
    ...line(
      "on delete",
      tally(tables.flatMap((table) => table.foreignKeys.map(({ onDelete }) => ACTIONS[onDelete] ?? onDelete))),
    ),
  ];
}

const MAX_ENTRIES = 8;
const MAX_ENTRY = 80;
const ACTIONS: Readonly<Record<string, string>> = {
  a: "no action",
  r: "restrict",
  c: "cascade",
  n: "set null",
  d: "set default",
};

type Tally = readonly (readonly [what: string, times: number])[];

/** How often each occurs, most often first. */
function tally(values: readonly string[]): Tally {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function line(title: string, entries: Tally): readonly string[] {
  if (entries.length === 0) return [];
  const listed = entries.slice(0, MAX_ENTRIES).map(([what, times]) => `${cut(what)} (${String(times)})`);
  return [`- ${title}: ${listed.join(", ")}`];
}

const cut = (what: string): string => (what.length > MAX_ENTRY ? `${what.slice(0, MAX_ENTRY)}…` : what);

const bareName = ({ name, schema }: RelationFacts): string => name.slice(schema.length + 1);

function keyOf({ key, columns }: RelationFacts): string {
  if (key === null) return "none";
  return key
    .map((name) =>
      typed(
        columns.find((column) => column.name === name),
        name,
      ),
    )
    .join(" + ");
}

const typed = (column: ColumnFacts | undefined, name: string): string =>
  [name, shortType(column?.type ?? ""), column?.filled ?? ""].filter((part) => part !== "").join(" ");

/** Columns that are neither key nor reference: what every table carries shows here. */
function repeated({ columns, key, foreignKeys }: RelationFacts): readonly string[] {
  const others = new Set([...(key ?? []), ...foreignKeys.flatMap((reference) => reference.columns)]);
  return columns.filter(({ name }) => !others.has(name)).map((column) => typed(column, column.name));
}

/** The type without its length, because varchar(20) and varchar(30) are one habit. */
function typeOf({ type, enum: isEnum }: ColumnFacts): string {
  return isEnum ? "enum" : shortType(type).replace(/\(.*\)/, "");
}

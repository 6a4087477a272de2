import { runBatch, type TextResult } from "./batch.ts";
import { builtinType } from "./builtin-type.ts";
import type { ValueType } from "./json-value.ts";
import { plainPrologue } from "./prologue.ts";
import statement from "./user-types.sql";
import type { Session } from "./session.ts";

const MAX_KNOWN = 5_000;
// A database restored under the same address may number its types anew.
const KNOWN_FOR_MS = 300_000;
const known = new Map<string, ValueType>();
let forgetAt = 0;

const unknownType: ValueType = { name: "user-defined" };

/** The types of a result's columns. Only types of the database's own, seen for the first time, cost a round trip. */
export async function columnTypes(
  session: Session,
  fields: TextResult["fields"],
  signal: AbortSignal,
): Promise<readonly ValueType[]> {
  if (Date.now() > forgetAt) {
    known.clear();
    forgetAt = Date.now() + KNOWN_FOR_MS;
  }
  const key = (oid: number): string => `${session.connectionString} ${String(oid)}`;
  const find = (oid: number): ValueType | undefined => builtinType(oid) ?? known.get(key(oid));
  const missing = [...new Set(fields.map((field) => field.dataTypeID))].filter((oid) => find(oid) === undefined);
  if (missing.length > 0) {
    const parameters = [`{${missing.join(",")}}`];
    const [, result] = await runBatch(session, [plainPrologue, { text: statement, parameters }], signal);
    if (known.size > MAX_KNOWN) known.clear();
    for (const row of result?.rows ?? []) known.set(key(Number(row[0])), describe(row));
  }
  return fields.map((field) => find(field.dataTypeID) ?? unknownType);
}

function describe([, name, element, elementName]: readonly (string | null)[]): ValueType {
  const type = { name: name ?? unknownType.name };
  if (element === null || element === undefined) return type;
  return { ...type, element: builtinType(Number(element)) ?? { name: elementName ?? unknownType.name } };
}

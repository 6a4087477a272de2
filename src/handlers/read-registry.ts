import type { Read } from "../catalog/read.ts";
import { textCell } from "../catalog/text-cell.ts";
import type { JsonValue } from "../db/row-set.ts";
import { ownSqlFile } from "../sql/own-file.ts";
import { ownStatement } from "../sql/own-statement.ts";
import { defineHandler } from "./define-handler.ts";
import detectText from "./detect-api.sql";
import type { Handler, HandlerRegistry } from "./handler.ts";
import listText from "./list-handlers.sql";
import policyText from "./read-policies.sql";
import { readMode, unknownMode } from "./handler-mode.ts";

const detect = ownSqlFile(detectText);
const list = ownSqlFile(listText);
const policies = ownSqlFile(policyText);
const versionOf = ownStatement`SELECT api.catalog_version()::text`;

/** More would not fit an assistant's context anyway. */
const MAX_HANDLERS = 500;

export interface HandlerApi {
  readonly tellsPolicy: boolean;
  readonly tellsVersion: boolean;
}

/** Undefined when the database has no handler API, or none for this role. */
export async function detectApi(read: Read): Promise<HandlerApi | undefined> {
  const { rows } = await read(detect, [], 1);
  const [isThere, tellsPolicy, tellsVersion] = rows[0] ?? [];
  return isThere === true ? { tellsPolicy: tellsPolicy === true, tellsVersion: tellsVersion === true } : undefined;
}

/** What changes with the registry; undefined where the database cannot tell. */
export async function readVersion(read: Read, api: HandlerApi): Promise<string | undefined> {
  if (!api.tellsVersion) return undefined;
  const { rows } = await read(versionOf, [], 1);
  return textCell(rows[0]?.[0]);
}

/** Lists the handlers as this caller may see them. What cannot be used as listed is left out and told by `onOdd`. */
export async function readRegistry(
  read: Read,
  api: HandlerApi,
  caller: object,
  onOdd: (name: string, why: string) => void,
): Promise<HandlerRegistry> {
  // Before the list: a change in between makes the list look older than it is, which costs one reading more.
  const version = await readVersion(read, api);
  const { rows, truncated } = await read(list, [JSON.stringify(caller)], MAX_HANDLERS);
  if (truncated) onOdd("*", `only the first ${String(MAX_HANDLERS)} handlers are used`);
  const modes = api.tellsPolicy
    ? await readModes(
        read,
        rows.map(([, , request]) => request ?? null),
      )
    : [];
  const handlers = rows.flatMap(([kind, definition], index): readonly Handler[] => {
    const defined = defineHandler(textCell(kind), definition ?? null, modes[index] ?? unknownMode);
    if (typeof defined !== "string") return [defined];
    onOdd(nameOf(definition), defined);
    return [];
  });
  return { version, handlers };
}

async function readModes(read: Read, requests: readonly JsonValue[]) {
  if (requests.length === 0) return [];
  const { rows } = await read(policies, [JSON.stringify(requests)], requests.length);
  return rows.map(([isolation, readOnly, deferrable]) => readMode(isolation, readOnly, deferrable));
}

function nameOf(definition: JsonValue | undefined): string {
  const name = typeof definition === "object" && definition !== null && "name" in definition ? definition["name"] : "";
  return typeof name === "string" ? name.slice(0, 100) : "";
}

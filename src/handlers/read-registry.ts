import type { Read } from "../catalog/read.ts";
import type { Database, HandlerCalls } from "../context.ts";
import { textCell } from "../catalog/text-cell.ts";
import type { JsonValue } from "../db/row-set.ts";
import type { TransactionMode } from "../db/transaction-mode.ts";
import { AppError } from "../errors.ts";
import { ownSqlFile } from "../sql/own-file.ts";
import { ownStatement } from "../sql/own-statement.ts";
import { defineHandler } from "./define-handler.ts";
import detectText from "./detect-api.sql";
import type { Handler } from "./handler.ts";
import listText from "./list-handlers.sql";
import policyText from "./read-policies.sql";
import { readMode, unknownMode } from "./handler-mode.ts";

const detect = ownSqlFile(detectText);
const list = ownSqlFile(listText);
const policies = ownSqlFile(policyText);
// With what the role may run: a plain GRANT or REVOKE of a function does not change the registry's own version.
const versionOf = ownStatement`SELECT api.catalog_version() || ' ' ||
  coalesce((SELECT md5(string_agg(handler_id::text, ' ' ORDER BY handler_id)) FROM api.mcp_route), '')`;

/** More would not fit an assistant's context anyway. */
const MAX_HANDLERS = 500;

export interface HandlerApi {
  /** Our own pack: its lists only read, and change with its version and with nothing else. */
  readonly isOurs: boolean;
  readonly tellsPolicy: boolean;
}

/** Whose list it is, and in which transaction it is asked for. */
export interface Asking {
  readonly caller: HandlerCalls["caller"];
  readonly mode: TransactionMode;
  /** Takes what cannot be used as it is listed. */
  readonly onOdd: (name: string, why: string) => void;
}

/** Undefined when the database has no handler API, or none for this role. */
export async function detectApi(read: Read): Promise<HandlerApi | undefined> {
  const { rows } = await read(detect, [], 1);
  const [isThere, isOurs, tellsPolicy] = rows[0] ?? [];
  return isThere === true ? { isOurs: isOurs === true, tellsPolicy: tellsPolicy === true } : undefined;
}

/** What changes with the registry. Undefined of other APIs: their versions need not tell of MCP, nor of what a user may. */
export async function readVersion(read: Read, api: HandlerApi): Promise<string | undefined> {
  if (!api.isOurs) return undefined;
  const { rows } = await read(versionOf, [], 1);
  return textCell(rows[0]?.[0]);
}

/** Lists the handlers as this caller may see them. What cannot be used as listed is left out. */
export async function readHandlers(
  database: Pick<Database, "read" | "call">,
  api: HandlerApi,
  { caller, mode, onOdd }: Asking,
): Promise<readonly Handler[]> {
  const told = mode.readOnly && !api.tellsPolicy ? withoutEmail(caller) : caller;
  const [listed, failed] = await database.call(list, [JSON.stringify(told), MAX_HANDLERS + 1], mode);
  // Taken for an empty list, it would stay one for as long as the registry does not change.
  if (failed) {
    throw new AppError("handler_failed", `The database could not list its handlers: ${failed.slice(0, 200)}.`, {
      next: "Look into the database's log for what failed.",
    });
  }
  const all = JSON.parse(listed ?? "[]") as readonly (readonly [string, JsonValue, JsonValue])[];
  if (all.length > MAX_HANDLERS) onOdd("*", `only the first ${String(MAX_HANDLERS)} handlers are used`);
  const items = all.slice(0, MAX_HANDLERS);
  const requests = items.map(([, , request]) => request);
  const modes = api.tellsPolicy ? await readModes(database.read, requests) : [];
  return items.flatMap(([kind, definition], index): readonly Handler[] => {
    const defined = defineHandler(kind, definition, modes[index] ?? unknownMode);
    if (typeof defined !== "string") return [{ ...defined, knowsReadOnly: api.tellsPolicy }];
    onOdd(nameOf(definition), defined);
    return [];
  });
}

/** By the email an API enrols whom it does not know; one that knows no READ ONLY transactions tries it in them too. */
function withoutEmail({ user_email: _, ...rest }: Asking["caller"]): Asking["caller"] {
  return rest;
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

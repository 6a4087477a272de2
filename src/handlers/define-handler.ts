import type { TransactionMode } from "../db/transaction-mode.ts";
import type { JsonValue } from "../db/row-set.ts";
import { makeVisible } from "../tools/visible-text.ts";
import { handlerName } from "./handler-name.ts";
import type { Handler, HandlerKind } from "./handler.ts";
import { isDeeper, visibleSchema } from "./visible-schema.ts";

type Fields = Readonly<Record<string, JsonValue>>;

const kinds: readonly string[] = ["tool", "resource", "template", "prompt"] satisfies HandlerKind[];
const MAX_DEFINITION = 32_768;
// Clients, and the protocol layer, walk down definitions; one that is too deep would take the whole list along.
const MAX_DEPTH = 64;
const MAX_TEXT = 2_000;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A handler as we serve it, or why it cannot be served: its definition is a stranger's word. */
export function defineHandler(
  listedAs: string,
  listed: JsonValue,
  mode: TransactionMode,
): Omit<Handler, "knowsReadOnly"> | string {
  if (!isObject(listed) || !kinds.includes(listedAs)) return "it is not listed as an object";
  if (isDeeper(listed, MAX_DEPTH)) return `its definition nests over ${String(MAX_DEPTH)} levels`;
  if (JSON.stringify(listed).length > MAX_DEFINITION)
    return `its definition is over ${String(MAX_DEFINITION)} characters`;
  const { name } = listed;
  if (typeof name !== "string" || !handlerName.test(name)) return "its name is not one that clients take";
  const described = { name, ...textOf(listed, "title"), ...textOf(listed, "description") };
  const kind = kindOf(listedAs as HandlerKind, listed);
  const specific = specificOf(kind, listed, mode);
  if (typeof specific === "string") return specific;
  const { key = name, ...fields } = specific;
  return {
    kind,
    name,
    key,
    definition: { ...described, ...fields },
    tags: tagsOf(listed),
    mode,
  };
}

/** Older APIs have but one list of resources, and call what it gives their templates. */
function kindOf(listedAs: HandlerKind, { uri, uriTemplate }: Fields): HandlerKind {
  if (listedAs !== "resource" || uri !== undefined || typeof uriTemplate !== "string") return listedAs;
  return uriTemplate.includes("{") ? "template" : "resource";
}

interface Specific {
  readonly key?: string;
  readonly [field: string]: unknown;
}

function specificOf(kind: HandlerKind, listed: Fields, mode: TransactionMode): Specific | string {
  if (kind === "tool") return toolFields(listed, mode);
  if (kind === "prompt") return { arguments: argumentsOf(listed) };
  const field = kind === "resource" ? "uri" : "uriTemplate";
  const { [field]: uri = listed["uriTemplate"], mimeType } = listed;
  if (typeof uri !== "string" || uri === "" || uri.length > MAX_TEXT) return `it has no ${field}`;
  return { key: uri, [field]: uri, ...(typeof mimeType === "string" ? { mimeType } : {}) };
}

function toolFields(listed: Fields, { readOnly }: TransactionMode): Specific | string {
  const { inputSchema: given, outputSchema } = listed;
  // MCP wants the type said; a handler that does not has arguments all the same.
  const inputSchema = visibleSchema({ type: "object", ...(isObject(given) ? given : {}) }) as Fields;
  if (!(isObject(given) || given === undefined || given === null) || inputSchema["type"] !== "object")
    return "its inputSchema is not one of an object";
  const tags = tagsOf(listed);
  return {
    inputSchema,
    ...(isObject(outputSchema) && outputSchema["type"] === "object"
      ? { outputSchema: visibleSchema(outputSchema) }
      : {}),
    // Not the database's word: whether it can write is decided by the transaction it gets.
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: !readOnly,
      idempotentHint: readOnly,
      openWorldHint: false,
    },
    ...(tags.length === 0 ? {} : { _meta: { tags } }),
  };
}

function argumentsOf(listed: Fields): readonly object[] {
  const { arguments: given } = listed;
  if (!Array.isArray(given)) return [];
  return given.filter(isObject).flatMap((argument) => {
    const { name, required } = argument;
    return typeof name === "string" ? [{ name, ...textOf(argument, "description"), required: required === true }] : [];
  });
}

function textOf(listed: Fields, field: "title" | "description"): Record<string, string> {
  const value = listed[field];
  return typeof value === "string" ? { [field]: makeVisible(value.slice(0, MAX_TEXT)) } : {};
}

function tagsOf({ _meta: meta }: Fields): readonly string[] {
  const tags = isObject(meta) ? meta["tags"] : undefined;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

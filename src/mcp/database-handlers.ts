import type { Database, DatabaseHandlers } from "../context.ts";
import { reading, writing } from "../db/transaction-mode.ts";
import { findRegistry } from "../handlers/cached-registry.ts";
import type { Handler, HandlerRegistry } from "../handlers/handler.ts";
import { detectApi, readHandlers, readVersion } from "../handlers/read-registry.ts";
import { log } from "../log.ts";
import { prompts } from "../prompts/registry.ts";
import { resourceKind } from "../resources/find-resource.ts";
import { resourceTemplates } from "../resources/registry.ts";
import type { Scope } from "../tenants/records.ts";
import { tools } from "../tools/registry.ts";
import type { CallIdentity, Identity } from "./request-context.ts";

/** What Postern has itself, by kind: a handler of the same name or URI stays hidden. */
const builtins: Readonly<Record<Exclude<Handler["kind"], "resource">, ReadonlySet<string>>> = {
  tool: new Set(tools.map(({ name }) => name)),
  prompt: new Set(prompts.map(({ name }) => name)),
  template: new Set(resourceTemplates.map(({ uriTemplate }) => uriTemplate)),
};

/** A URI of ours is also each that one of our templates matches. */
const isHidden = ({ kind, key }: Handler): boolean =>
  kind === "resource" ? resourceKind(key) !== undefined : builtins[kind].has(key);

/**
 * The handler as a token of these scopes has it. A tool that may write needs the scope write; a resource or prompt that
 * does not say it only reads is run READ ONLY for everybody else, where its API knows how.
 */
function permitted(handler: Handler, scopes: readonly Scope[]): Handler | undefined {
  const mayWrite = scopes.includes("write");
  if (handler.mode.readOnly) return scopes.includes("read") || mayWrite ? handler : undefined;
  if (mayWrite) return handler;
  if (handler.kind === "tool" || !handler.knowsReadOnly || !scopes.includes("read")) return undefined;
  return { ...handler, mode: { ...handler.mode, readOnly: true } };
}

/** The handlers of the caller's default connection. */
export function databaseHandlers(
  { tenant, token }: Identity,
  { requestId, tags }: CallIdentity,
  database: () => Database,
): DatabaseHandlers {
  const [connection] = tenant.connections;
  const caller = {
    user_id: token.subject,
    tenant_id: tenant.id,
    ...(token.email === undefined ? {} : { user_email: token.email }),
    token_id: token.id,
  };
  const tell = (name: string, why: string): void =>
    log("handler_not_served", { requestId, tenant: tenant.id, connection: connection?.id, name, why });
  const find = async (isCurrent: boolean): Promise<HandlerRegistry> => {
    const opened = database();
    const { read, connection: place } = opened;
    const mayWrite = token.scopes.includes("write");
    return await findRegistry(
      {
        key: JSON.stringify([tenant.id, place, token.role, token.subject, token.email, mayWrite]),
        detect: () => detectApi(read),
        version: (api) => readVersion(read, api),
        async read(api, isFirst) {
          // Other APIs enrol a user at the first request that can write, and hide what is for users until then.
          const mode = isFirst && mayWrite && !api.isOurs ? writing : reading;
          const handlers = await readHandlers(opened, api, { caller, mode, onOdd: tell });
          for (const handler of handlers.filter(isHidden)) tell(handler.name, "Postern has one of its own");
          return handlers;
        },
      },
      isCurrent,
    );
  };
  return {
    caller,
    maxBytes: tenant.policy.maxBytes,
    call: (statement, parameters, mode) => database().call(statement, parameters, mode),
    async list(isCurrent) {
      if (connection === undefined) return [];
      const { allowedTools } = tenant.policy;
      const { handlers } = await find(isCurrent);
      const wanted = handlers.filter(
        (handler) =>
          !isHidden(handler) &&
          (handler.kind !== "tool" || (allowedTools?.includes(handler.name) ?? true)) &&
          (tags === undefined || handler.tags.some((tag) => tags.includes(tag))),
      );
      return wanted.map((handler) => permitted(handler, token.scopes)).filter((handler) => handler !== undefined);
    },
  };
}

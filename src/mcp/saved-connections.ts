import type { ConnectionFields, Database, SavedConnections } from "../context.ts";
import { AppError } from "../errors.ts";
import { deleteConnection, saveConnection } from "../tenants/connection-store.ts";
import { checkTarget, type ConnectionTarget, parseConnectionString } from "../tenants/connection-string.ts";
import { identifierShape } from "../tenants/identifier-shape.ts";
import type { Connection } from "../tenants/records.ts";
import { unseal } from "../tenants/sealing.ts";
import { loadTenant } from "../tenants/tenant-store.ts";
import { chooseConnection } from "../tenants/token-store.ts";
import type { Identity, Surroundings } from "./request-context.ts";

const DEFAULT_PORT = 5432;
const DEFAULT_DATABASE = "postgres";

/** What a token may do with its tenant's connections; which tools it has is decided elsewhere. */
export function savedConnections(
  { tenant: { id: tenantId }, token }: Identity,
  { kv, config }: Surroundings,
  open: (connection: Connection) => Database,
): SavedConnections {
  const allowLocal = config.localProxy !== undefined;
  const save = async (id: string, target: ConnectionTarget, described: Pick<Connection, "proxy" | "description">) =>
    open(await saveConnection(kv, config.sealingKeys, tenantId, { id, target, ...described }));

  const load = async (id: string): Promise<Connection> => {
    const { connections } = await loadTenant(kv, tenantId);
    const permitted = connections.filter((candidate) => token.connections?.includes(candidate.id) ?? true);
    const found = permitted.find((candidate) => candidate.id === id);
    if (found !== undefined) return found;
    throw new AppError("connection_missing", `There is no saved connection "${id}".`, {
      next: "Call list_database_connections. One saved a moment ago can take a minute to show everywhere.",
    });
  };

  return {
    async add(alias, fields) {
      if (token.connections !== undefined) {
        throw new AppError("invalid_arguments", "This token is limited to certain connections and cannot add others.", {
          next: "Ask the operator to add it.",
        });
      }
      const id = readAlias(alias);
      const { connections } = await loadTenant(kv, tenantId);
      if (connections.some((existing) => existing.id === id)) {
        throw new AppError("conflict", `A connection "${id}" is saved already.`, {
          next: "Change it with edit_database_connection, or choose another alias.",
        });
      }
      return await save(id, targetOf(fields, allowLocal), describedBy(fields));
    },
    async edit(alias, changes) {
      const known = await load(readAlias(alias));
      if (Object.keys(changes).length === 0)
        throw new AppError("invalid_arguments", "At least one field must be provided to update.");
      checkMove(known, changes, token.connections !== undefined);
      const secret = await unseal(config.sealingKeys, tenantId, known.id, known.sealed);
      const old = parseConnectionString(secret, true);
      // Behind a proxy the host is a name in the proxy's own network, and the operator's business.
      const target = targetOf({ ...old, ...changes }, allowLocal || known.proxy !== undefined);
      return await save(known.id, target, { ...describedBy(known), ...describedBy(changes) });
    },
    async remove(alias) {
      const { id } = await load(readAlias(alias));
      await deleteConnection(kv, tenantId, id);
    },
    choose: (alias) => chooseConnection(kv, tenantId, token.id, alias),
  };
}

function readAlias(alias: string): string {
  const id = alias.trim().toLowerCase();
  if (identifierShape.test(id)) return id;
  throw new AppError("invalid_arguments", "An alias is 1 to 63 letters, digits, hyphens and underscores.", {
    next: "Choose such an alias; upper and lower case are the same.",
  });
}

function targetOf(fields: ConnectionFields, allowLocal: boolean): ConnectionTarget {
  const { host, port = DEFAULT_PORT, user, password = "", database = DEFAULT_DATABASE, sslmode } = fields;
  const target = { host, port, user, password, database };
  checkTarget(target, sslmode === undefined ? "" : `sslmode=${encodeURIComponent(sslmode)}`, allowLocal);
  return target;
}

function describedBy({ proxy, description }: Partial<Pick<Connection, "proxy" | "description">>) {
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(description === undefined ? {} : { description }),
  };
}

/**
 * Whoever can send a stored password to another server, or as another user, has it. A token that is limited to certain
 * connections could also leave them for another database of the same server.
 */
function checkMove(known: Connection, changes: Partial<ConnectionFields>, isLimited: boolean): void {
  const guarded = ["host", "port", "user", ...(isLimited ? (["database"] as const) : [])] as const;
  const moved = guarded.filter((name) => changes[name] !== undefined && changes[name] !== known[name]);
  if (moved.length === 0) return;
  if (known.proxy !== undefined && moved.some((name) => name === "host" || name === "port")) {
    throw new AppError("invalid_arguments", "This connection goes through a proxy; its host and port are fixed.", {
      next: "Ask the operator to change it.",
    });
  }
  if (changes.password === undefined) {
    throw new AppError("invalid_arguments", `Changing ${moved.join(" and ")} needs the password again.`, {
      next: "Pass password too: the stored one is never sent to another server or user.",
    });
  }
}

import { waitUntil } from "cloudflare:workers";
import { version } from "../../package.json";
import type { AiBinding } from "../ai/providers/ai-binding.ts";
import type { Config } from "../config.ts";
import type { Database, RequestContext } from "../context.ts";
import { cancelAll, cancelByTag } from "../db/cancel.ts";
import { insertExchange } from "../db/exchange-row.ts";
import type { Session } from "../db/session.ts";
import { AppError } from "../errors.ts";
import { parseConnectionString } from "../tenants/connection-string.ts";
import { issueCursor, openCursor } from "../tenants/page-cursor.ts";
import { listQuestions } from "../tenants/question-store.ts";
import type { Connection, Tenant, TokenRecord } from "../tenants/records.ts";
import { unseal } from "../tenants/sealing.ts";
import { refuseUrl } from "../tools/refuse-url.ts";
import type { CallEntry, CallRecord } from "./call-record.ts";
import { databaseHandlers } from "./database-handlers.ts";
import { openDatabase } from "./database.ts";
import { endpointOf } from "./endpoint-of.ts";
import { tenantModels } from "./tenant-models.ts";
import { savedConnections } from "./saved-connections.ts";

export interface Identity {
  readonly tenant: Tenant;
  readonly token: Pick<TokenRecord, "id" | "subject" | "scopes" | "email" | "role" | "connections">;
}

/** Where records live, and how the Worker is set up. */
export interface Surroundings {
  readonly kv: KVNamespace;
  readonly config: Config;
  /** Workers AI, where the deployment has it. */
  readonly ai?: AiBinding | undefined;
}

export interface CallIdentity {
  readonly requestId: string;
  readonly record: Pick<CallRecord, "note" | "retain">;
  /** Whether the token would still be admitted, for calls that last. */
  isStillAllowed(): Promise<boolean>;
  /** Prefix of the tag that this call's database sessions carry. */
  readonly key: string;
  /** Aborted when the client has gone or has cancelled the call. */
  readonly controller: AbortController;
  /** The tools that the URL asks for; undefined asks for all. */
  readonly tools?: readonly string[] | undefined;
  /** Of the handlers in the database, only those with one of these tags; undefined asks for all. */
  readonly tags?: readonly string[] | undefined;
}

export interface Cancellation {
  readonly cancelled: number;
  /** The connections whose databases could not be asked. */
  readonly unreached: readonly string[];
}

/** A request's context, and what only the protocol layer may do with it. */
export interface ServedContext extends RequestContext {
  readonly call: CallIdentity;
  readonly tokenId: string;
  /** Cancels the running statement of another call, wherever it was started. */
  cancelStatement(key: string): Promise<void>;
  /** Cancels all running statements whose tag starts so, in every database that answers. */
  cancelStatements(prefix: string): Promise<Cancellation>;
  /** Leaves the entry in the audit table of the database that the call used. */
  saveExchange(entry: CallEntry): Promise<void>;
}

/** Binds a request's caller to its tenant's connections. */
export function createRequestContext(
  identity: Identity,
  surroundings: Surroundings,
  call: CallIdentity,
): ServedContext {
  const { tenant, token } = identity;
  const { config, kv } = surroundings;
  const sessionFor = (connection: Connection): Promise<Session> => openSession(identity, config, call, connection);
  const opened = new Map<string, Database>();
  const open = (connection: Connection): Database =>
    openDatabase(connection, tenant.policy, () => sessionFor(connection), call.record);
  const database = (name?: string): Database => {
    const connection = findConnection(tenant, name);
    const found = opened.get(connection.id) ?? open(connection);
    opened.set(connection.id, found);
    return found;
  };
  return {
    call,
    tokenId: token.id,
    requestId: call.requestId,
    tenant,
    scopes: token.scopes,
    version,
    database,
    cursors: {
      issue: (binding, offset) => issueCursor(config.sealingKeys, `${tenant.id} ${binding}`, offset),
      open: (binding, cursor) => openCursor(config.sealingKeys, `${tenant.id} ${binding}`, cursor),
    },
    connections: savedConnections(identity, surroundings, open),
    handlers: databaseHandlers(identity, call, database),
    models: tenantModels(identity, surroundings, call),
    async questions() {
      const permitted = new Set(tenant.connections.map(({ id }) => id));
      return (await listQuestions(kv, tenant.id)).filter(({ connection }) => permitted.has(connection));
    },
    async cancelStatement(key) {
      const failures: unknown[] = [];
      for (const connection of tenant.connections) {
        try {
          if (await cancelByTag(await sessionFor(connection), key)) return;
        } catch (thrown) {
          // The statement may run in another database, which answers.
          failures.push(thrown);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures);
    },
    async cancelStatements(prefix) {
      const asked = tenant.connections.map(async (connection) => cancelAll(await sessionFor(connection), prefix));
      // One database that does not answer keeps no statement in another running.
      const results = await Promise.allSettled(asked);
      return {
        // Two connections to one server see the same statement.
        cancelled: new Set(results.flatMap((result) => (result.status === "fulfilled" ? result.value : []))).size,
        unreached: tenant.connections.flatMap(({ id }, index) => (results[index]?.status === "rejected" ? [id] : [])),
      };
    },
    async saveExchange(entry) {
      // One that the call itself has saved is not among them yet.
      const used = tenant.connections.find(({ id }) => id === entry.connection);
      const connection = used ?? findConnection(tenant, undefined);
      await insertExchange(await sessionFor(connection), { ...entry, user: token.subject });
    },
  };
}

async function openSession(
  { tenant, token }: Identity,
  config: Config,
  call: CallIdentity,
  connection: Connection,
): Promise<Session> {
  const { statementTimeoutMs, lockTimeoutMs, allowedSchemas, deniedRelations } = tenant.policy;
  const connectionString = await unseal(config.sealingKeys, tenant.id, connection.id, connection.sealed);
  return {
    connectionString,
    endpoint: endpointOf(connection, parseConnectionString(connectionString, true).host, config),
    statementTimeoutMs,
    lockTimeoutMs,
    userId: token.subject,
    tenantId: tenant.id,
    userEmail: token.email ?? "",
    role: token.role ?? "",
    schemas: allowedSchemas,
    hiddenSchemas: deniedRelations.filter((name) => name.endsWith(".*")).map((name) => name.slice(0, -2)),
    tag: `${call.key} ${call.requestId.slice(0, 8)}`,
    signal: call.controller.signal,
    defer: waitUntil,
  };
}

function findConnection(tenant: Tenant, name: string | undefined): Connection {
  const [first] = tenant.connections;
  const wanted = name?.toLowerCase();
  const connection = wanted === undefined ? first : tenant.connections.find(({ id }) => id === wanted);
  if (connection !== undefined) return connection;
  refuseUrl(name ?? "");
  const others = tenant.connections.map(({ id }) => id).join(", ");
  if (name === undefined || others === "") {
    throw new AppError("connection_missing", `There is no database connection for this token.`, {
      next: "Add one with add_database_connection, or ask the operator to: npm run postern -- connection create",
    });
  }
  throw new AppError("connection_missing", `There is no connection "${name}".`, { next: `Use one of: ${others}.` });
}

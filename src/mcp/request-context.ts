import { waitUntil } from "cloudflare:workers";
import { version } from "../../package.json";
import type { Config } from "../config.ts";
import type { Database, RequestContext } from "../context.ts";
import { cancelByTag } from "../db/cancel.ts";
import type { Session } from "../db/session.ts";
import { AppError } from "../errors.ts";
import { issueCursor, openCursor } from "../tenants/page-cursor.ts";
import type { Connection, Tenant, TokenRecord } from "../tenants/records.ts";
import { unseal } from "../tenants/sealing.ts";
import { openDatabase } from "./database.ts";

interface Identity {
  readonly tenant: Tenant;
  readonly token: Pick<TokenRecord, "subject" | "scopes" | "email" | "role">;
}

export interface CallIdentity {
  readonly requestId: string;
  readonly tokenId: string;
  /** Whether the token would still be admitted, for calls that last. */
  isStillAllowed(): Promise<boolean>;
  /** Prefix of the tag that this call's database sessions carry. */
  readonly key: string;
  /** Aborted when the client has gone or has cancelled the call. */
  readonly controller: AbortController;
  /** The tools that the URL asks for; undefined asks for all. */
  readonly tools?: readonly string[] | undefined;
}

/** A request's context, and what only the protocol layer may do with it. */
export interface ServedContext extends RequestContext {
  readonly call: CallIdentity;
  /** Cancels the running statement of another call, wherever it was started. */
  cancelStatement(key: string): Promise<void>;
}

/** Binds a request's caller to its tenant's connections. */
export function createRequestContext(caller: Identity, config: Config, call: CallIdentity): ServedContext {
  const { tenant, token } = caller;
  const sessionFor = async (connection: Connection): Promise<Session> => ({
    connectionString: await unseal(config.sealingKeys, tenant.id, connection.id, connection.sealed),
    endpoint: endpointOf(connection, config),
    statementTimeoutMs: tenant.policy.statementTimeoutMs,
    lockTimeoutMs: tenant.policy.lockTimeoutMs,
    userId: token.subject,
    tenantId: tenant.id,
    userEmail: token.email ?? "",
    role: token.role ?? "",
    schemas: tenant.policy.allowedSchemas,
    hiddenSchemas: tenant.policy.deniedRelations.filter((name) => name.endsWith(".*")).map((name) => name.slice(0, -2)),
    tag: `${call.key} ${call.requestId.slice(0, 8)}`,
    signal: call.controller.signal,
    defer: waitUntil,
  });
  const opened = new Map<string, Database>();
  return {
    call,
    requestId: call.requestId,
    tenant,
    scopes: token.scopes,
    version,
    database(name) {
      const connection = findConnection(tenant, name);
      const database =
        opened.get(connection.id) ?? openDatabase(connection, tenant.policy, () => sessionFor(connection));
      opened.set(connection.id, database);
      return database;
    },
    cursors: {
      issue: (binding, offset) => issueCursor(config.sealingKeys, `${tenant.id} ${binding}`, offset),
      open: (binding, cursor) => openCursor(config.sealingKeys, `${tenant.id} ${binding}`, cursor),
    },
    async cancelStatement(key) {
      for (const connection of tenant.connections) {
        if (await cancelByTag(await sessionFor(connection), key)) return;
      }
    },
  };
}

function endpointOf(connection: Connection, config: Config): Session["endpoint"] {
  if (config.localProxy !== undefined) return { address: config.localProxy, secure: false };
  return connection.proxy === undefined ? undefined : { address: connection.proxy, secure: true };
}

function findConnection(tenant: Tenant, name: string | undefined): Connection {
  const connection =
    name === undefined ? tenant.connections[0] : tenant.connections.find((candidate) => candidate.id === name);
  if (connection !== undefined) return connection;
  if (name === undefined) {
    throw new AppError("connection_missing", `Tenant "${tenant.id}" has no database connection.`, {
      next: "The operator can add one with: npm run postern -- connection create",
    });
  }
  throw new AppError("connection_missing", `There is no connection "${name}".`, {
    next: `Use one of: ${tenant.connections.map((candidate) => candidate.id).join(", ")}.`,
  });
}

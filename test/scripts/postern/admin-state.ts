import type { ConnectionCheck, ConnectionInfo, TokenRecord } from "../../../scripts/admin-records.ts";

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface StoredConnection extends ConnectionInfo {
  keyId: string;
  check: ConnectionCheck;
}

export interface StoredTenant {
  id: string;
  name: string;
  policy: Record<string, unknown>;
  connections: StoredConnection[];
  tokens: TokenRecord[];
}

export const notFound = (what: string): Answer => ({
  status: 404,
  body: { error: { code: "not_found", message: what, next: "List what there is.", requestId: "r1" } },
});

/** What a Worker that follows the admin contract would know. */
export interface AdminState {
  readonly adminToken: string;
  readonly tenants: Map<string, StoredTenant>;
  keys: { current: string; configured: string[] };
  /** Answered, in turn, instead of the next calls of rewrap; undefined lets a call pass. */
  readonly rewrapFailures: (Answer | undefined)[];
  /** Every call: method, path and body. */
  readonly calls: { method: string; path: string; body: unknown }[];
}

export function newState(adminToken: string): AdminState {
  const keys = { current: "k1", configured: ["k1"] };
  return { adminToken, tenants: new Map(), keys, rewrapFailures: [], calls: [] };
}

const REACHED = { reachable: true, serverVersion: "18.1", isReadOnly: true, findings: [] } as const;

/** The password "wrong" is refused, and the user "owner" can do too much. */
function checkOf(url: URL): ConnectionCheck {
  const [role, database] = [url.username, url.pathname.slice(1)];
  if (url.password === "wrong")
    return { reachable: false, code: "connection_rejected", message: "Wrong password.", next: "Check the password." };
  if (role !== "owner") return { ...REACHED, findings: [], role, database };
  const fix = "Use a role that may only read.";
  return {
    ...REACHED,
    isReadOnly: false,
    role,
    database,
    findings: [
      { level: "warning", power: "temporary tables", what: "it may make temporary tables", fix },
      { level: "danger", power: "superuser", what: "it may do everything", fix },
    ],
  };
}

export function newConnection(body: Record<string, string>, keyId: string): StoredConnection {
  const url = new URL(body["url"] ?? "");
  const now = "2026-11-18T14:05:09.000Z";
  return {
    id: body["id"] ?? "",
    host: url.hostname,
    port: Number(url.port || 5432),
    user: url.username,
    database: url.pathname.slice(1),
    ...(body["proxy"] === undefined ? {} : { proxy: body["proxy"] }),
    ...(body["description"] === undefined ? {} : { description: body["description"] }),
    createdAt: now,
    updatedAt: now,
    keyId,
    check: checkOf(url),
  };
}

/** A tenant with one connection under each of these keys. */
export function addSealed(state: AdminState, id: string, ...keyIds: string[]): void {
  const connections = keyIds.map((keyId, index) =>
    newConnection({ id: `c${index}`, url: "postgres://reader:secret@db.example.com/app" }, keyId),
  );
  state.tenants.set(id, { id, name: id, policy: {}, connections, tokens: [] });
}

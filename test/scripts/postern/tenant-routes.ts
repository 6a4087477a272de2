import {
  type AdminState,
  type Answer,
  newConnection,
  notFound,
  type StoredConnection,
  type StoredTenant,
} from "./admin-state.ts";
import { createToken, revokeToken, rotateToken } from "./token-routes.ts";

const DEFAULTS = { maxRows: 1000, allowCatalog: false, auditToDatabase: false, deniedRelations: [] };

// Bodies are trusted: what the command sends is asserted from the recorded calls.
export type Fields = Record<string, never>;

export interface Call {
  method: string;
  /** The path behind /admin/. */
  parts: string[];
  query: URLSearchParams;
  body: Fields;
}

interface Place extends Call {
  state: AdminState;
  tenant: StoredTenant;
  id: string;
}

const showConnection = ({ keyId: _, check: __, ...shown }: StoredConnection) => shown;
const showTenant = ({ tokens: _, ...tenant }: StoredTenant) => ({
  ...tenant,
  connections: tenant.connections.map(showConnection),
});

/** By method, noun and verb below a tenant. */
const ROUTES: Record<string, (place: Place) => Answer> = {
  GET: ({ tenant }) => ({ status: 200, body: { tenant: showTenant(tenant) } }),
  PATCH: ({ tenant, body }) => {
    Object.assign(tenant.policy, body["policy"]);
    return { status: 200, body: { tenant: showTenant(tenant) } };
  },
  DELETE: ({ state, tenant }) => {
    state.tenants.delete(tenant.id);
    return { status: 204 };
  },
  "GET connections": ({ tenant }) => ({
    status: 200,
    body: { connections: tenant.connections.map(showConnection) },
  }),
  "POST connections": ({ state, tenant, body }) => {
    const made = newConnection(body, state.keys.current);
    tenant.connections.push(made);
    return { status: 201, body: { connection: showConnection(made), check: made.check } };
  },
  "POST connections check": ({ tenant, id }) => {
    const found = tenant.connections.find((each) => each.id === id);
    return found === undefined
      ? notFound(`There is no connection "${id}".`)
      : { status: 200, body: { check: found.check } };
  },
  "DELETE connections": ({ tenant, id }) => {
    tenant.connections = tenant.connections.filter((each) => each.id !== id);
    return { status: 204 };
  },
  "GET tokens": ({ tenant }) => ({ status: 200, body: { tokens: tenant.tokens } }),
  "POST tokens": ({ tenant, body }) => createToken(tenant.id, tenant.tokens, body),
  "POST tokens rotate": ({ tenant, id, body }) => rotateToken(tenant.tokens, id, body["overlapHours"] ?? Number.NaN),
  "DELETE tokens": ({ tenant, id, query }) => revokeToken(tenant.tokens, id, query.get("now") === "1"),
};

function createTenant(state: AdminState, body: Fields): Answer {
  const { id = "", name = id, policy = {} } = body as { id?: string; name?: string; policy?: object };
  const tenant = { id, name, policy: { ...DEFAULTS, ...policy }, connections: [], tokens: [] };
  state.tenants.set(id, tenant);
  return { status: 201, body: { tenant: showTenant(tenant) } };
}

export function answerTenants(state: AdminState, call: Call): Answer {
  const { method, parts } = call;
  const [, tenantId, noun, id = "", verb] = parts;
  if (tenantId === undefined) {
    if (method === "POST") return createTenant(state, call.body);
    return { status: 200, body: { tenants: [...state.tenants.values()].map(showTenant) } };
  }
  const tenant = state.tenants.get(tenantId);
  if (tenant === undefined) return notFound(`There is no tenant "${tenantId}".`);
  const route = ROUTES[[method, noun, verb].filter((word) => word !== undefined).join(" ")];
  return route?.({ ...call, state, tenant, id }) ?? notFound("There is no such route.");
}

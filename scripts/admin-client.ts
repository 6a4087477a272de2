import { AdminError, toAdminError } from "./admin-error.ts";
import type {
  ConnectionCheck,
  ConnectionInfo,
  IssuedToken,
  KeyPage,
  NewConnection,
  NewToken,
  PolicyLimit,
  Revocation,
  RewrapPage,
  RotatedToken,
  Tenant,
  TenantChanges,
  TokenRecord,
} from "./admin-records.ts";

export type AdminClient = ReturnType<typeof adminClient>;

export function adminClient({ url, adminToken }: { url: string; adminToken: string }) {
  const base = new URL("/admin/", url);
  const segment = encodeURIComponent;

  async function request(method: string, path: string, body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(new URL(path, base), {
        method,
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      throw new Error(`No answer from ${base.origin}: is the Worker running?`, { cause });
    }
    return response;
  }

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await request(method, path, body);
    if (!response.ok) throw await toAdminError(response);
    return response;
  }

  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await (await send(method, path, body)).json()) as T;
  }

  const under = (tenant: string, rest: string): string => `tenants/${segment(tenant)}/${rest}`;

  return {
    createTenant: async (tenant: { id: string } & TenantChanges) =>
      (await json<{ tenant: Tenant }>("POST", "tenants", tenant)).tenant,
    updateTenant: async (tenant: string, changes: TenantChanges) =>
      (await json<{ tenant: Tenant }>("PATCH", `tenants/${segment(tenant)}`, changes)).tenant,
    listTenants: async () => (await json<{ tenants: Tenant[] }>("GET", "tenants")).tenants,
    showTenant: async (tenant: string) => (await json<{ tenant: Tenant }>("GET", `tenants/${segment(tenant)}`)).tenant,
    deleteTenant: async (tenant: string): Promise<void> => {
      await send("DELETE", `tenants/${segment(tenant)}`);
    },
    /** The limits of a policy with their defaults; none from a Worker that does not tell them. */
    policyLimits: async (): Promise<Record<string, PolicyLimit>> => {
      try {
        return (await json<{ limits: Record<string, PolicyLimit> }>("GET", "policy")).limits;
      } catch (error) {
        if (error instanceof AdminError && error.status === 404) return {};
        throw error;
      }
    },
    putConnection: (tenant: string, connection: NewConnection) =>
      json<{ connection: ConnectionInfo; check: ConnectionCheck }>("POST", under(tenant, "connections"), connection),
    listConnections: async (tenant: string) =>
      (await json<{ connections: ConnectionInfo[] }>("GET", under(tenant, "connections"))).connections,
    checkConnection: async (tenant: string, id: string) =>
      (await json<{ check: ConnectionCheck }>("POST", under(tenant, `connections/${segment(id)}/check`), {})).check,
    deleteConnection: async (tenant: string, id: string): Promise<void> => {
      await send("DELETE", under(tenant, `connections/${segment(id)}`));
    },
    createToken: (tenant: string, token: NewToken) => json<IssuedToken>("POST", under(tenant, "tokens"), token),
    listTokens: async (tenant: string) =>
      (await json<{ tokens: TokenRecord[] }>("GET", under(tenant, "tokens"))).tokens,
    /** What the Worker can promise; undefined from one that answers without a word. */
    revokeToken: async (tenant: string, id: string, { now }: { now: boolean }): Promise<Revocation | undefined> => {
      const response = await send("DELETE", under(tenant, `tokens/${segment(id)}${now ? "?now=1" : ""}`));
      return response.status === 204 ? undefined : ((await response.json()) as Revocation);
    },
    rotateToken: (tenant: string, id: string, overlapHours: number) =>
      json<RotatedToken>("POST", under(tenant, `tokens/${segment(id)}/rotate`), { overlapHours }),
    keyPage: (cursor: string | undefined) =>
      json<KeyPage>("GET", cursor === undefined ? "keys" : `keys?cursor=${segment(cursor)}`),
    rewrapPage: (cursor: string | undefined) =>
      json<RewrapPage>("POST", "keys/rewrap", cursor === undefined ? {} : { cursor }),
    /** "ok" when the tenant's default connection answers, else the code of the error. */
    probeDatabase: async (tenant: string): Promise<string> => {
      const response = await request("GET", `/health?deep=1&tenant=${segment(tenant)}`);
      // 503 is the answer "no", with the same body.
      if (!response.ok && response.status !== 503) throw await toAdminError(response);
      return ((await response.json()) as { database: string }).database;
    },
  };
}

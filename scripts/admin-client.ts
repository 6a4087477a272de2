export interface ConnectionInfo {
  id: string;
  host: string;
  port: number;
  user: string;
  database: string;
  proxy?: string;
}

export interface Tenant {
  id: string;
  name: string;
  policy: unknown;
  connections: ConnectionInfo[];
}

export interface TokenRecord {
  id: string;
  tenant: string;
  label: string | null;
  subject: string | null;
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
}

export interface NewToken {
  label?: string;
  scopes?: string[];
  subject?: string;
  email?: string;
  role?: string;
  expiresInDays?: number;
}

/** The server's own message, with what is needed to find the request in its log. */
export class AdminError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "AdminError";
    this.status = status;
    this.code = code;
  }
}

const REFUSED = "The Worker refused the admin token (401). Set ADMIN_TOKEN to the Worker's admin token.";

async function toError(response: Response): Promise<AdminError> {
  const text = await response.text();
  // Its body says no more than "Unauthorized".
  if (response.status === 401) return new AdminError(401, "unauthorized", REFUSED);
  try {
    const { error } = JSON.parse(text) as {
      error: string | { code: string; message: string; requestId?: string };
    };
    if (typeof error === "string") return new AdminError(response.status, "unexpected_response", error);
    const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
    return new AdminError(response.status, error.code, `${error.message}${request}`);
  } catch {
    // Not the Worker's error shape: a proxy or another program answered, so show what it said.
    const message = `HTTP ${response.status}: ${text.slice(0, 200) || response.statusText}`;
    return new AdminError(response.status, "unexpected_response", message);
  }
}

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
    if (!response.ok) throw await toError(response);
    return response;
  }

  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await (await send(method, path, body)).json()) as T;
  }

  const under = (tenant: string, rest: string): string => `tenants/${segment(tenant)}/${rest}`;

  return {
    createTenant: async (tenant: { id: string; name?: string; policy?: unknown }) =>
      (await json<{ tenant: Tenant }>("POST", "tenants", tenant)).tenant,
    updateTenant: async (tenant: string, changes: { name?: string; policy?: unknown }) =>
      (await json<{ tenant: Tenant }>("PATCH", `tenants/${segment(tenant)}`, changes)).tenant,
    listTenants: async () => (await json<{ tenants: Tenant[] }>("GET", "tenants")).tenants,
    deleteTenant: async (tenant: string): Promise<void> => {
      await send("DELETE", `tenants/${segment(tenant)}`);
    },
    putConnection: async (tenant: string, connection: { id: string; url: string; proxy?: string }) =>
      (await json<{ connection: ConnectionInfo }>("POST", under(tenant, "connections"), connection)).connection,
    listConnections: async (tenant: string) =>
      (await json<{ connections: ConnectionInfo[] }>("GET", under(tenant, "connections"))).connections,
    deleteConnection: async (tenant: string, id: string): Promise<void> => {
      await send("DELETE", under(tenant, `connections/${segment(id)}`));
    },
    createToken: (tenant: string, token: NewToken) =>
      json<{ token: string; record: TokenRecord }>("POST", under(tenant, "tokens"), token),
    listTokens: async (tenant: string) =>
      (await json<{ tokens: TokenRecord[] }>("GET", under(tenant, "tokens"))).tokens,
    revokeToken: async (tenant: string, id: string): Promise<void> => {
      await send("DELETE", under(tenant, `tokens/${segment(id)}`));
    },
    /** "ok" when the tenant's default connection answers, else the code of the error. */
    probeDatabase: async (tenant: string): Promise<string> => {
      const response = await request("GET", `/health?deep=1&tenant=${segment(tenant)}`);
      // 503 is the answer "no", with the same body.
      if (!response.ok && response.status !== 503) throw await toError(response);
      return ((await response.json()) as { database: string }).database;
    },
  };
}

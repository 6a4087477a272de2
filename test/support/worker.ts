import { env, exports } from "cloudflare:workers";

const base = "http://localhost";
let sequence = 0;

export async function admin(method: string, path: string, body?: unknown): Promise<Response> {
  return await exports.default.fetch(`${base}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function created<T>(response: Response): Promise<T> {
  if (response.status !== 201)
    throw new Error(`admin API answered ${String(response.status)}: ${await response.text()}`);
  return await response.json<T>();
}

/** A new tenant with the sample database, and a token for it. */
export async function createCaller(
  options: { tenant?: string; url?: string; policy?: object; token?: object } = {},
): Promise<{ tenant: string; token: string; tokenId: string }> {
  sequence += 1;
  const tenant = options.tenant ?? `t${String(sequence)}-${crypto.randomUUID().slice(0, 8)}`;
  await created(await admin("POST", "/tenants", { id: tenant, policy: options.policy ?? {} }));
  await created(
    await admin("POST", `/tenants/${tenant}/connections`, { id: "main", url: options.url ?? env.READER_URL }),
  );
  const { token, record } = await created<{ token: string; record: { id: string } }>(
    await admin("POST", `/tenants/${tenant}/tokens`, options.token ?? {}),
  );
  return { tenant, token, tokenId: record.id };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever came back
  readonly json: any;
}

/** Posts to /mcp as a plain legacy client would, with only a bearer token and a content type. */
export async function post(
  token: string,
  body: unknown,
  init: { path?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<Reply> {
  const method = init.method ?? "POST";
  const response = await exports.default.fetch(`${base}${init.path ?? "/mcp"}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

export async function call(
  token: string,
  method: string,
  params: object = {},
  id: string | number = 1,
): Promise<Reply> {
  return await post(token, { jsonrpc: "2.0", id, method, params });
}

/** Calls the query tool and returns its JSON-RPC result. */
export async function callQuery(token: string, args: object): Promise<Reply["json"]> {
  return (await call(token, "tools/call", { name: "query", arguments: args })).json.result;
}

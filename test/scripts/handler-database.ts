import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export interface HandlerDatabase {
  /** A session of the superuser, who owns the database. */
  readonly owner: pg.Client;
  /** A new login role that has nothing but its name, and a session of it. */
  connectAsNewRole(): Promise<{ readonly role: string; readonly client: pg.Client; readonly url: string }>;
  /** Another session of the owner. */
  connect(): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** A scratch database, empty; `drop` removes it with its roles. */
export async function createHandlerDatabase(): Promise<HandlerDatabase> {
  const adminUrl = inject("postgresUrl");
  const name = `handlers_${randomBytes(6).toString("hex")}`;
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const clients: pg.Client[] = [];
  const roles: string[] = [];
  const open = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString });
    clients.push(client);
    await client.connect();
    return client;
  };
  const owner = await open(url);
  return {
    owner,
    connect: () => open(url),
    async connectAsNewRole() {
      const role = `${name}_${String(roles.length)}`;
      roles.push(role);
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'scratch'`);
      const roleUrl = Object.assign(new URL(url), { username: role, password: "scratch" }).href;
      return { role, client: await open(roleUrl), url: roleUrl };
    },
    async drop() {
      for (const client of clients) await client.end();
      await withClient(adminUrl, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        for (const role of roles) await client.query(`DROP ROLE ${role}`);
      });
    },
  };
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** A JSON-RPC envelope as a handler's caller gets it; null when nothing is to be sent. */
export interface Envelope {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code?: string } };
}

export const somebody = { user_id: "test|ada", tenant_id: "acme", user_email: "ada@acme.example" };

/** One value of one row. */
export async function ask<T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await client.query<[T]>({ text, values, rowMode: "array" });
  if (rows[0] === undefined) throw new Error(`No row: ${text}`);
  return rows[0][0];
}

/** Sends a whole message to the dispatcher. */
export async function send(client: pg.Client, message: unknown, context: unknown = null): Promise<Envelope | null> {
  return ask(client, "SELECT (api.mcp_handle_request($1::jsonb, $2::jsonb)).envelope", [
    message === undefined ? null : JSON.stringify(message),
    context === null ? null : JSON.stringify(context),
  ]);
}

/** Makes a request as somebody who is signed in, unless the context says otherwise. */
export async function request(
  client: pg.Client,
  method: string,
  params?: object,
  context: unknown = somebody,
): Promise<Envelope> {
  const envelope = await send(client, { jsonrpc: "2.0", id: 7, method, ...(params && { params }) }, context);
  if (envelope === null) throw new Error(`Nothing to send after ${method}`);
  return envelope;
}

export async function callTool(client: pg.Client, name: string, args?: object, context?: unknown): Promise<Envelope> {
  return request(client, "tools/call", { name, ...(args && { arguments: args }) }, context);
}

/** Runs in a transaction that is rolled back, READ ONLY as a gateway opens it for handlers that only read. */
export async function readOnly<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN READ ONLY");
  try {
    return await work();
  } finally {
    await client.query("ROLLBACK");
  }
}

/** Registers a handler under a new id, unless the metadata has one. */
export async function register(client: pg.Client, metadata: object, body: string): Promise<string> {
  return ask(client, "SELECT api.create_or_replace_mcp_handler($1, $2)", [
    JSON.stringify({ id: randomUUID(), ...metadata }),
    body,
  ]);
}

/** A tool that answers this text. */
export const saying = (text: string): string => `
BEGIN
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text('${text}')), (request).request_id);
END;`;

/** The text of the first block of a tool's result. */
export function textOf({ result }: Envelope): string {
  const [block] = (result?.["content"] ?? []) as { text: string }[];
  return block?.text ?? "";
}

export interface Exchange {
  readonly verdict: string;
  readonly mcp_name: string;
  readonly error_code: string | null;
  readonly sqlstate: string | null;
  readonly request: object | null;
  readonly response: object | null;
  readonly detail: { readonly message?: string; readonly detail?: string } | null;
  readonly [column: string]: unknown;
}

export async function lastExchange(client: pg.Client): Promise<Exchange> {
  return ask(client, "SELECT to_jsonb(e) FROM api.mcp_exchange e ORDER BY id DESC LIMIT 1");
}

/** Every object of the schema with its definition as far as the catalogue shows it, to find any change. */
export const schemaContents = (client: pg.Client): Promise<string> =>
  ask(
    client,
    `SELECT coalesce(string_agg(line, E'\n' ORDER BY line), '') FROM (
       SELECT 'function ' || p.oid::regprocedure || md5(pg_get_functiondef(p.oid)) || coalesce(p.proacl::text, '')
       FROM pg_proc p WHERE pronamespace = to_regnamespace('api')
       UNION ALL SELECT 'relation ' || c.oid || c.relname || coalesce(c.relacl::text, '') FROM pg_class c
       WHERE relnamespace = to_regnamespace('api')
       UNION ALL SELECT 'type ' || t.oid || t.typname || coalesce(t.typacl::text, '') FROM pg_type t
       WHERE typnamespace = to_regnamespace('api')
       UNION ALL SELECT 'schema ' || nspname || coalesce(nspacl::text, '') FROM pg_namespace WHERE nspname = 'api'
     ) AS found (line)`,
  );

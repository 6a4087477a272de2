import { randomUUID } from "node:crypto";
import { inject } from "vitest";

async function admin(worker: URL, path: string, body: object): Promise<Record<string, unknown>> {
  const { ADMIN_TOKEN } = inject("workerSettings");
  const response = await fetch(new URL(`/admin${path}`, worker), {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`admin API answered ${String(response.status)}`);
  return (await response.json()) as Record<string, unknown>;
}

interface CallerOptions {
  readonly databaseUrl?: string;
  readonly policy?: object;
  readonly token?: object;
  /** One that is there already; a new one otherwise. */
  readonly tenant?: string;
}

/** Returns the tenant's id. */
export async function createSocketTenant(worker: URL, options: CallerOptions = {}): Promise<string> {
  const id = `socket-${randomUUID().slice(0, 8)}`;
  await admin(worker, "/tenants", { id, policy: options.policy ?? {} });
  await admin(worker, `/tenants/${id}/connections`, { id: "main", url: options.databaseUrl ?? inject("readerUrl") });
  return id;
}

/** A token of a tenant of a Worker on a socket; returns the headers its client must send. */
export async function createSocketCaller(worker: URL, options: CallerOptions = {}): Promise<Record<string, string>> {
  const id = options.tenant ?? (await createSocketTenant(worker, options));
  const { token } = await admin(worker, `/tenants/${id}/tokens`, options.token ?? {});
  return { authorization: `Bearer ${String(token)}` };
}

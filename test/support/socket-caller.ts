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

/** A new tenant of a Worker on a socket; returns the headers its client must send. */
export async function createSocketCaller(
  worker: URL,
  options: { databaseUrl?: string; policy?: object; token?: object } = {},
): Promise<Record<string, string>> {
  const id = `socket-${randomUUID().slice(0, 8)}`;
  await admin(worker, "/tenants", { id, policy: options.policy ?? {} });
  await admin(worker, `/tenants/${id}/connections`, { id: "main", url: options.databaseUrl ?? inject("readerUrl") });
  const { token } = await admin(worker, `/tenants/${id}/tokens`, options.token ?? {});
  return { authorization: `Bearer ${String(token)}` };
}

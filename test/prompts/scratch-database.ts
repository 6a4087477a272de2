import { env } from "cloudflare:workers";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Milliseconds for a test that creates a database, on a busy machine. */
export const SLOW = 60_000;

interface ScratchDatabase {
  /** Connection strings of the superuser and of a role that has only what it was granted. */
  readonly ownerUrl: string;
  readonly readerUrl: string;
}

/** Runs one statement outside the Worker, through the proxy, because tests in workerd have no other way to Postgres. */
export async function runSql(url: string, query: string): Promise<void> {
  const response = await fetch(`http://${env.LOCAL_PROXY}/sql`, {
    method: "POST",
    headers: { "neon-connection-string": url, "content-type": "application/json" },
    body: JSON.stringify({ query, params: [] }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${query.slice(0, 200)}: ${answer}`);
}

/** A database of its own, so that odd tables do not turn up in other tests. */
export async function createDatabase(
  statements: (reader: string) => readonly string[] | Promise<readonly string[]>,
): Promise<ScratchDatabase> {
  const adminUrl = inject("postgresUrl");
  const suffix = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  const [database, reader] = [`scratch_${suffix}`, `reader_${suffix}`];
  const ownerUrl = adminUrl.replace(/\/postgres$/, `/${database}`);
  await runSql(adminUrl, `CREATE DATABASE ${database}`);
  await runSql(adminUrl, `CREATE ROLE ${reader} LOGIN PASSWORD '${suffix}'`);
  for (const statement of await statements(reader)) await runSql(ownerUrl, statement);
  return { ownerUrl, readerUrl: ownerUrl.replace(/\/\/[^@]+@/, `//${reader}:${suffix}@`) };
}

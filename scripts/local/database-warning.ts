import type { AdminClient } from "../admin-client.ts";

const CHECKS = new Map([
  ["connection_rejected", "Check the user, the password and the database name in the URL."],
  ["database_not_ready", "Check that the server runs, the host and the port in the URL, and the server's TLS."],
]);
const OTHERWISE = "Check the URL, and that the server can be reached from the Worker.";

/** A line to print when the tenant's default connection does not answer, else undefined. */
export async function warnOfDatabase(admin: AdminClient, tenant: string): Promise<string | undefined> {
  let answer: string;
  try {
    answer = await admin.probeDatabase(tenant);
  } catch (error) {
    // What was asked for is done by now; a failing check must not make it look undone.
    return `Warning: could not check the database: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (answer === "ok") return undefined;
  return `Warning: the database does not answer (${answer}). ${CHECKS.get(answer) ?? OTHERWISE}`;
}

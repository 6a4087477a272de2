import type { ConnectionCheck } from "../catalog/check-connection.ts";
import type { Database } from "../context.ts";
import { cellText } from "./cell-text.ts";
import { describePreflight } from "./describe-preflight.ts";
import { fence } from "./fence.ts";

type Connection = Database["connection"];

/** Where a connection leads, without anything secret. */
export function connectionLine({ id, user, host, port, database, description }: Connection): string {
  const place = `${id}: ${user}@${host}:${String(port)}/${database}`;
  return cellText(description === undefined ? place : `${place} (${description})`);
}

export function describeCheck(check: ConnectionCheck): string {
  // Findings name tables and roles, which are somebody else's words.
  if (check.reachable) return check.findings.length === 0 ? describePreflight(check) : fence(describePreflight(check));
  return `Warning: the database does not answer (${check.code}). ${check.message} It is saved all the same: correct it with edit_database_connection.`;
}

/** A connection in structured content. */
export function connectionStructure(connection: Connection) {
  const { id: alias, host, port, user, database, description, createdAt, updatedAt } = connection;
  return { alias, host, port, user, database, description, createdAt, updatedAt };
}

/** The schema of `connectionStructure`. */
export const connectionOutput = {
  type: "object",
  properties: {
    alias: { type: "string" },
    host: { type: "string" },
    port: { type: "integer" },
    user: { type: "string" },
    database: { type: "string" },
    description: { type: "string" },
    createdAt: { type: "string" },
    updatedAt: { type: "string" },
  },
} as const;

/** What the tools that save a connection answer. */
export const savedOutput = {
  type: "object",
  properties: { connection: connectionOutput, check: { type: "object" } },
} as const;

import type { TransactionMode } from "../db/transaction-mode.ts";

export type HandlerKind = "tool" | "resource" | "template" | "prompt";

/** A tool, resource or prompt that is written in SQL and lives in the tenant's database. */
export interface Handler {
  readonly kind: HandlerKind;
  readonly name: string;
  /** What it is called by: its name, its URI, or its URI template. */
  readonly key: string;
  /** As the database lists it, for the client. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** The transaction it asks for. One that may write needs a token with the scope write. */
  readonly mode: TransactionMode;
  /** Whether its API knows READ ONLY transactions. One that does not may fail in them before the handler runs. */
  readonly knowsReadOnly: boolean;
}

/** All handlers of one database that one role may call. */
export interface HandlerRegistry {
  /** Changes with the registry; undefined where nobody can tell. */
  readonly version: string | undefined;
  readonly handlers: readonly Handler[];
}

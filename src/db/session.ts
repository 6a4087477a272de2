import type { Endpoint } from "./endpoint.ts";

/** All that one call needs to reach its database as its caller. */
export interface Session {
  readonly connectionString: string;
  /** Undefined: the driver derives Neon's own address from the host. */
  readonly endpoint: Endpoint | undefined;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly userId: string;
  readonly tenantId: string;
  readonly userEmail: string;
  /** The role to take on for the transaction; empty keeps the connection's own. */
  readonly role: string;
  /** When given, unqualified names are looked up in these schemas only. */
  readonly schemas: readonly string[] | undefined;
  /** Schemas in which unqualified names are never looked up. */
  readonly hiddenSchemas: readonly string[];
  /** The backend's application_name, by which a later request can find and cancel it. At most 63 bytes. */
  readonly tag: string;
  /** Aborts when the caller has gone or has cancelled. */
  readonly signal: AbortSignal;
  /** Lets work go on after the answer has been given. */
  defer(work: Promise<unknown>): void;
}

// What the network may add to the statement's own time before the answer counts as lost.
const NETWORK_GRACE_MS = 5_000;

export interface Deadline {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** Ends with the caller's interest, or when the database should have answered long ago. */
export function startDeadline(session: Session, statementTimeoutMs: number): Deadline {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, statementTimeoutMs + NETWORK_GRACE_MS);
  session.signal.addEventListener("abort", end);
  if (session.signal.aborted) end();
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      session.signal.removeEventListener("abort", end);
    },
  };
}

/** The call's own time limit, which only shortens the tenant's. */
export function timeoutOf(session: Session, wantedMs: number | undefined): number {
  return Math.min(wantedMs ?? session.statementTimeoutMs, session.statementTimeoutMs);
}

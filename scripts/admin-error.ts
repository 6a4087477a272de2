interface ErrorFacts {
  status: number;
  code: string;
  next?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** The server's own message, with what is needed to find the request in its log. */
export class AdminError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the server advises. */
  readonly next: string | undefined;
  /** How long the server asks to wait before trying again. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    this.name = "AdminError";
    this.status = facts.status;
    this.code = facts.code;
    this.next = facts.next;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

const REFUSED = "The Worker refused the admin token (401). Set ADMIN_TOKEN to the Worker's admin token.";

/** Seconds or a date, as HTTP allows. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

export async function toAdminError(response: Response): Promise<AdminError> {
  const { status } = response;
  const text = await response.text();
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
  // Its body says no more than "Unauthorized".
  if (status === 401) return new AdminError(REFUSED, { status, code: "unauthorized" });
  try {
    const { error } = JSON.parse(text) as {
      error: string | { code: string; message: string; next?: string; requestId?: string };
    };
    if (typeof error === "string") return new AdminError(error, { status, code: "unexpected_response", retryAfterMs });
    const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
    return new AdminError(`${error.message}${request}`, { status, code: error.code, next: error.next, retryAfterMs });
  } catch {
    // Not the Worker's error shape: a proxy or another program answered, so show what it said.
    const message = `HTTP ${status}: ${text.slice(0, 200) || response.statusText}`;
    return new AdminError(message, { status, code: "unexpected_response", retryAfterMs });
  }
}

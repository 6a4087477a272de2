import { AppError } from "../errors.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A browser page may call only from a listed origin, from the Worker's own, or from localhost to localhost. Other
 * clients send no Origin.
 */
export function checkOrigin(request: Request, allowed: readonly string[]): void {
  const origin = request.headers.get("origin");
  if (origin === null || allowed.includes(origin)) return;
  const own = new URL(request.url);
  // Over plain HTTP a stranger's name can be made to resolve to this server (DNS rebinding), and then looks like its own.
  if (own.protocol === "https:" && origin === own.origin) return;
  const page = URL.canParse(origin) ? new URL(origin).hostname : "";
  if (loopback.has(page) && loopback.has(own.hostname)) return;
  throw new AppError("origin_forbidden", "This origin may not call Postern.", {
    next: "The operator can list it in ALLOWED_ORIGINS.",
  });
}

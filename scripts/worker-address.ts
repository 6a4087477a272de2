const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const isLocal = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);

/** Whether tokens may be sent there: over TLS, or without leaving this machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(text));
}

/** What to say of one that is not; it is not repeated, because somebody may have pasted a database's URL. */
export const unsafeAddress = (name: string): string =>
  `${name} must be the address of a Worker, such as https://postern.example.workers.dev; without https only on this machine`;

import { AppError } from "../errors.ts";

const plainName = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i;

/**
 * Where the caller sent this request, to be shown in lines that people paste into a shell. A URL's host may hold quotes,
 * dollar signs and brackets, so only plain names are repeated.
 */
export function ownOrigin(request: Request): string {
  const { hostname, origin } = new URL(request.url);
  if (plainName.test(hostname)) return origin;
  throw new AppError("bad_request", "This is not a host name that Postern could be reached by.", {
    next: "Use the Worker's own host name.",
  });
}

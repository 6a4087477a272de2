import fs from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";
import { UsageError } from "./command.ts";

/** What a URL comes to; `place` is for messages. */
export interface OwnerTarget {
  readonly config: pg.ClientConfig;
  readonly place: string;
}

const CONNECT_SECONDS = 15;
const KNOWN = ["sslmode", "sslrootcert", "channel_binding", "host", "options", "application_name", "connect_timeout"];
const VERIFYING = ["require", "verify-ca", "verify-full"];
const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\/.*)$/i.test(host);

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Not repeated: it holds a password.
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UsageError("The database URL must look like postgres://owner:password@host:5432/database");
  for (const name of url.searchParams.keys()) {
    if (!KNOWN.includes(name))
      throw new UsageError(
        `The database URL may carry ${KNOWN.join(", ")} and nothing else: take ${JSON.stringify(name)} out of it`,
      );
  }
  return url;
}

function decode(part: string, what: string): string | undefined {
  try {
    return part === "" ? undefined : decodeURIComponent(part);
  } catch {
    throw new UsageError(`The ${what} in the database URL holds a % that is not escaped: write %25`);
  }
}

function readCertificates(path: string | null): { ca: string } | undefined {
  if (path === null || path === "system") return undefined;
  try {
    return { ca: fs.readFileSync(path, "utf8") };
  } catch (error) {
    throw new UsageError(`sslrootcert cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Plain text goes to this machine, or where sslmode=disable asks for it; everything else is encrypted and verified. */
function chooseTls(host: string, parameters: URLSearchParams): ConnectionOptions | false {
  const mode = parameters.get("sslmode") ?? (isThisMachine(host) ? "disable" : "verify-full");
  if (mode === "disable") return false;
  if (mode === "no-verify") return { rejectUnauthorized: false };
  if (!VERIFYING.includes(mode))
    throw new UsageError(
      `sslmode in the database URL must be disable, no-verify or one of ${VERIFYING.join(", ")}, which all verify`,
    );
  return { rejectUnauthorized: true, ...readCertificates(parameters.get("sslrootcert")) };
}

/** Reads the URL of an owner once, into options that nothing parses again. */
export function readOwnerUrl(text: string): OwnerTarget {
  const { hostname, port, username, password, pathname, searchParams } = parseUrl(text);
  const socket = searchParams.get("host");
  if (socket !== null && !socket.startsWith("/"))
    throw new UsageError("host in the database URL's parameters must be the folder of a socket");
  const host = socket ?? (hostname.replace(/^\[|\]$/g, "") || "localhost");
  const seconds = Number(searchParams.get("connect_timeout") ?? CONNECT_SECONDS);
  const options = searchParams.get("options");
  return {
    place: socket ?? `${host}:${port || "5432"}`,
    config: {
      host: decode(host, "host"),
      port: Number(port || "5432"),
      user: decode(username, "user"),
      password: decode(password, "password"),
      database: decode(pathname.replace(/^\//, ""), "name of the database"),
      ssl: chooseTls(host, searchParams),
      enableChannelBinding: searchParams.get("channel_binding") !== "disable",
      application_name: searchParams.get("application_name") ?? "postern handlers",
      connectionTimeoutMillis: (Number.isFinite(seconds) && seconds > 0 ? seconds : CONNECT_SECONDS) * 1000,
      ...(options === null ? {} : { options }),
    },
  };
}

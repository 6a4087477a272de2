import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { parseTarget, type Target, type TlsMode } from "./neon-proxy-targets.ts";

export interface ProxyOptions {
  port: number;
  listen: string;
  allowOnly: Target[];
  databaseTls: TlsMode | undefined;
  maxConnections: number | undefined;
  help: boolean;
}

export const PROXY_HELP = `npm run proxy -- --allow-host <host:port> [options]

Puts what Neon's driver speaks (POST /sql and WebSocket /v2) in front of a plain Postgres,
so that a deployed Worker can reach it.

It listens in plain HTTP and is meant to stand behind something that ends TLS, such as Caddy
or cloudflared, on the same machine: connection strings, passwords included, pass through it.
Whoever can reach it can try passwords on the databases it allows.

  --allow-host <host:port>   a database it may reach; repeat for more; nothing else is reached
  --port <number>            port to listen on (4444)
  --listen <address>         address to listen on (127.0.0.1)
  --database-tls <mode>      verify-full, no-verify or off
                             (verify-full, except off for databases on this machine);
                             NODE_EXTRA_CA_CERTS=<file> adds a certificate authority
  --max-connections <number> clients at once (512)
  --help                     show this
`;

const TLS_MODES: readonly TlsMode[] = ["verify-full", "no-verify", "off"];

function toNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max) {
    throw new Error(`--${name} must be a number from 1 to ${max}, not "${text}"`);
  }
  return value;
}

function toTarget(text: string): Target {
  const target = parseTarget(text);
  if (!target) throw new Error(`--allow-host must look like db.internal:5432, not "${text}"`);
  return target;
}

function toTlsMode(text: string | undefined): TlsMode | undefined {
  const mode = TLS_MODES.find((known) => known === text);
  if (text !== undefined && mode === undefined) {
    throw new Error(`--database-tls must be one of ${TLS_MODES.join(", ")}, not "${text}"`);
  }
  return mode;
}

function toAddress(text: string): string {
  const address = text.replace(/^\[|\]$/g, "");
  if (isIP(address) === 0 && address !== "localhost") {
    throw new Error(`--listen must be an IP address, not "${text}"`);
  }
  return address;
}

/** Throws an error fit to print when an option is unknown, malformed or missing. */
export function parseProxyOptions(args: string[]): ProxyOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "4444" },
      listen: { type: "string", default: "127.0.0.1" },
      "allow-host": { type: "string", multiple: true, default: [] },
      "database-tls": { type: "string" },
      "max-connections": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const allowOnly = values["allow-host"].map(toTarget);
  if (allowOnly.length === 0 && !values.help) {
    throw new Error("--allow-host is missing: name the databases to reach, such as db.internal:5432");
  }
  return {
    port: toNumber("port", values.port, 65_535) ?? 0,
    listen: toAddress(values.listen),
    allowOnly,
    databaseTls: toTlsMode(values["database-tls"]),
    maxConnections: toNumber("max-connections", values["max-connections"], 1_000_000),
    help: values.help,
  };
}

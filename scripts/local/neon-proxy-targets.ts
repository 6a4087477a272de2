import type { ConnectionOptions } from "node:tls";
import { ProxyError } from "./neon-proxy-errors.ts";

export interface Target {
  host: string;
  port: number;
}

export type TlsMode = "verify-full" | "no-verify" | "off";

export type TlsOptions = ConnectionOptions | false;

export interface TargetRules {
  /** Hosts to reach on any port, besides this machine. */
  allowHosts?: readonly string[] | undefined;
  /** Targets to reach, and nothing else: not even this machine. */
  allowOnly?: readonly Target[] | undefined;
  databaseTls?: TlsMode | undefined;
  log?: ((line: string) => void) | undefined;
}

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "::1"];
const VERIFIED = new Set(["require", "verify-ca", "verify-full"]);

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, "");

/** Reads host:port, with brackets around an IPv6 address. */
export function parseTarget(text: string): Target | undefined {
  const [, host, port] = /^([^:@/\s]+|\[[0-9a-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: bare(host), port: Number(port) };
}

export function formatTarget({ host, port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export interface Targets {
  /** The target as it is dialled, or a ProxyError when the rules do not name it. */
  require(target: Target): Target;
  /** TLS towards the target; an sslmode in the connection string counts only where no mode is set. */
  tls(target: Target, sslmode?: string | null): TlsOptions;
}

export function createTargets(rules: TargetRules): Targets {
  const only = rules.allowOnly && new Set(rules.allowOnly.map(formatTarget));
  const hosts = new Set([...LOOPBACK_HOSTS, ...(rules.allowHosts ?? []).map(bare)]);

  const modeFor = (host: string, sslmode: string | null): TlsMode => {
    if (rules.databaseTls !== undefined) return rules.databaseTls;
    if (sslmode === "disable") return "off";
    if (sslmode === "no-verify") return "no-verify";
    if (sslmode !== null && VERIFIED.has(sslmode)) return "verify-full";
    return LOOPBACK_HOSTS.includes(host) ? "off" : "verify-full";
  };

  return {
    require(wanted) {
      const target = { host: bare(wanted.host), port: wanted.port };
      if (only ? only.has(formatTarget(target)) : hosts.has(target.host)) return target;
      // Quoted, because the caller chose it and the log is read line by line.
      rules.log?.(`Refused target ${JSON.stringify(formatTarget(target).slice(0, 300))}`);
      throw new ProxyError(`This proxy does not connect to ${formatTarget(target)}`, "08001");
    },
    tls({ host }, sslmode = null) {
      const mode = modeFor(host, sslmode);
      return mode === "off" ? false : { rejectUnauthorized: mode === "verify-full" };
    },
  };
}

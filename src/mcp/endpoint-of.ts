import type { Config } from "../config.ts";
import type { Endpoint } from "../db/endpoint.ts";
import { AppError } from "../errors.ts";
import type { Connection } from "../tenants/records.ts";

/**
 * Where the driver sends a connection's statements, and with them its password. Left alone, it would for any host
 * take the neighbour called `api`, such as api.com for example.com; only Neon promises to be that neighbour.
 */
export function endpointOf({ id, proxy }: Connection, host: string, config: Config): Endpoint | undefined {
  if (config.localProxy !== undefined) return { address: config.localProxy, secure: false };
  if (proxy === undefined) return isNeon(host) ? undefined : { address: host, secure: true };
  if (config.allowedProxies.includes(proxy)) return { address: proxy, secure: true };
  throw new AppError("connection_unreadable", `The saved connection "${id}" goes through a proxy that is not listed.`, {
    next: "The operator must list the proxy in ALLOWED_PROXIES again, or save the connection with another.",
    cause: new Error("ALLOWED_PROXIES does not list the connection's proxy"),
  });
}

const isNeon = (host: string): boolean => host.toLowerCase().endsWith(".neon.tech");

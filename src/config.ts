/** Everything the Worker reads from its environment, parsed once per isolate. */
export interface Config {
  readonly adminToken: string;
  readonly sealingKeys: string;
  readonly allowedOrigins: readonly string[];
  /** host:port of the local proxy; its presence also permits loopback databases. */
  readonly localProxy: string | undefined;
}

export const limits = {
  maxBodyBytes: 1024 * 1024,
  /** How long a warm isolate trusts a token or tenant record, and so the longest a revoked token lives there. */
  recordCacheMs: 30_000,
  defaultRows: 100,
  maxRows: 1000,
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 2_000,
} as const;

interface Settings {
  readonly ADMIN_TOKEN: string;
  readonly SEALING_KEY: string;
  readonly ALLOWED_ORIGINS?: string;
  readonly LOCAL_PROXY?: string;
}

const parsed = new WeakMap<object, Config>();

export function readConfig(env: Settings): Config {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const config: Config = {
    adminToken: env.ADMIN_TOKEN,
    sealingKeys: env.SEALING_KEY,
    allowedOrigins: (env.ALLOWED_ORIGINS ?? "")
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ""),
    localProxy: env.LOCAL_PROXY === "" ? undefined : env.LOCAL_PROXY,
  };
  parsed.set(env, config);
  return config;
}

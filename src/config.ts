import { type ModelUse, providersFor } from "./model-providers.ts";

/** A model that serves tenants without one of their own. */
export interface ModelSetup {
  readonly provider: string;
  readonly model?: string | undefined;
  readonly url?: string | undefined;
  readonly dimensions?: number | undefined;
  readonly key?: string | undefined;
}

/** Everything the Worker reads from its environment, parsed once per isolate. */
export interface Config {
  readonly adminToken: string;
  readonly sealingKeys: string;
  readonly allowedOrigins: readonly string[];
  /** host:port of the local proxy; its presence also permits loopback databases. */
  readonly localProxy: string | undefined;
  /** Proxies that a connection may name, as host or host:port. */
  readonly allowedProxies: readonly string[];
  /** What is wrong with a model's settings stops only those who ask for the model. */
  readonly models: Readonly<Record<ModelUse, ModelSetup | { readonly problem: string } | undefined>>;
}

export const limits = {
  maxBodyBytes: 1024 * 1024,
  /** How long a warm isolate trusts a token or tenant record, and so the longest a revoked token lives there. */
  recordCacheMs: 30_000,
  /** How long Cloudflare KV may take to spread a change, by its documentation. */
  storageSpreadMs: 60_000,
  /** How long KV may take to answer. */
  storageTimeoutMs: 3_000,
  /** A token's last use is noted no more often than this. */
  lastUsedMs: 3_600_000,
  /** Of one tenant; each of its calls reads them all. */
  maxConnections: 100,
  /** Saved questions of one tenant; each question in plain words reads them all. */
  maxQuestions: 200,
  maxQuestionCharacters: 1000,
  maxQuestionSqlCharacters: 8000,
  defaultRows: 100,
  /** How long a page's cursor can be used. */
  cursorLifetimeMs: 3_600_000,
  /** How long a model may take for its answer, all tries together. */
  modelTimeoutMs: 60_000,
  /** The longest wait that a model's provider may ask for between two tries. */
  modelLongestPauseMs: 5_000,
  /** Of one text, which is as much as most models take. */
  maxEmbeddingCharacters: 32_000,
  /** Of all vectors in one answer together. */
  maxEmbeddingNumbers: 500_000,
} as const;

export interface LimitRange {
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** When given, the only values. */
  readonly choices?: readonly number[];
  readonly what: string;
}

/** A tenant's limits: their defaults, and how far the operator may move them. */
export const policyLimits = {
  maxRows: { default: 1000, least: 1, most: 1000, what: "rows in one answer" },
  maxBytes: { default: 100_000, least: 1000, most: 4_000_000, what: "bytes of rows in one answer" },
  maxCellCharacters: {
    default: 4000,
    least: 20,
    most: 1_000_000,
    what: "characters of one value; longer ones are cut",
  },
  maxStreamRows: { default: 10_000, least: 1, most: 10_000_000, what: "rows sent to a client that asks for progress" },
  statementTimeoutMs: { default: 15_000, least: 100, most: 300_000, what: "milliseconds a statement may run" },
  watchIntervalMs: {
    default: 10_000,
    least: 100,
    most: 600_000,
    what: "milliseconds between looks at the schema while a client listens",
  },
  callsPerMinute: {
    default: 1200,
    least: 60,
    most: 6000,
    choices: [60, 300, 1200, 6000],
    what: "calls of all its tokens together, in one Cloudflare location",
  },
  maxConcurrentCalls: {
    default: 100,
    least: 1,
    most: 1000,
    what: "calls served at the same time by one isolate",
  },
  maxQuestionCalls: { default: 2, least: 1, most: 5, what: "calls of a text model for one question" },
  maxQuestionTokens: {
    default: 20_000,
    least: 1000,
    most: 200_000,
    what: "tokens that a text model reads and writes for one question",
  },
  maxEmbeddingTexts: { default: 64, least: 1, most: 512, what: "texts in one call of generate_embedding" },
  lockTimeoutMs: { default: 2000, least: 10, most: 60_000, what: "milliseconds a statement may wait for a lock" },
} as const satisfies Record<string, LimitRange>;

export type PolicyLimit = keyof typeof policyLimits;

/** A tenant's switches, each off unless the operator turns it on. */
export const policyFlags = {
  allowCatalog: { what: "system catalogues may be read, except the sensitive ones" },
  auditToDatabase: { what: "each call leaves a row in api.mcp_exchange of the tenant's database" },
} as const;

/** A tenant's lists, and what holds where there is none. */
export const policyLists = {
  allowedSchemas: { otherwise: "all", what: "only these may be read, and unqualified names are looked up in them" },
  deniedRelations: { otherwise: "none", what: "what may not be read: name, schema.name or schema.*" },
  allowedFunctions: { otherwise: "none", what: "functions beyond the built-in table: name or schema.name" },
  deniedFunctions: { otherwise: "none", what: "functions refused, built-in ones included: name or schema.name" },
  allowedTools: { otherwise: "all", what: "the only tools that a token can have" },
} as const;

const modelSettings = ["PROVIDER", "MODEL", "URL", "DIMENSIONS", "KEY"] as const;
type ModelSetting = `${"EMBEDDING" | "TEXT"}_${(typeof modelSettings)[number]}`;

/** The names of all settings of models. */
export const modelVariables: readonly ModelSetting[] = (["EMBEDDING", "TEXT"] as const).flatMap((use) =>
  modelSettings.map((name) => `${use}_${name}` as const),
);

interface Settings extends Readonly<Partial<Record<ModelSetting, string>>> {
  readonly ADMIN_TOKEN: string;
  readonly SEALING_KEY: string;
  readonly ALLOWED_ORIGINS?: string;
  readonly LOCAL_PROXY?: string;
  readonly ALLOWED_PROXIES?: string;
}

interface SettingDescription {
  readonly kind: "secret" | "variable";
  readonly what: string;
}

/** What an operator can set, for the documentation. */
export const settings = {
  ADMIN_TOKEN: { kind: "secret", what: "bearer token of the admin API; unset admits nobody" },
  SEALING_KEY: {
    kind: "secret",
    what: "`<key id>:<base64 of 32 bytes>`; several, comma-separated, the current one first",
  },
  ALLOWED_ORIGINS: {
    kind: "variable",
    what: "browser origins that may call `/mcp`, comma-separated; default none but the Worker's own",
  },
  ALLOWED_PROXIES: { kind: "variable", what: "hosts of proxies that a connection may name, comma-separated" },
  LOCAL_PROXY: { kind: "variable", what: "set by `npm start` and the tests; empty in production" },
  EMBEDDING_PROVIDER: {
    kind: "variable",
    what: "who makes embeddings for tenants without a provider of their own; default `local`",
  },
  EMBEDDING_MODEL: { kind: "variable", what: "default by the provider" },
  EMBEDDING_URL: { kind: "variable", what: "default by the provider" },
  EMBEDDING_DIMENSIONS: { kind: "variable", what: "default as the model has" },
  EMBEDDING_KEY: { kind: "secret", what: "the provider's key" },
  TEXT_PROVIDER: {
    kind: "variable",
    what: "who writes SQL for tenants without a provider of their own; default none",
  },
  TEXT_MODEL: { kind: "variable", what: "default by the provider" },
  TEXT_URL: { kind: "variable", what: "default by the provider" },
  TEXT_KEY: { kind: "secret", what: "the provider's key" },
} as const satisfies Record<Exclude<keyof Settings, "TEXT_DIMENSIONS">, SettingDescription>;

const list = (setting: string | undefined): readonly string[] =>
  (setting ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** The most that pgvector stores. */
export const MAX_DIMENSIONS = 16_000;

function readModel(env: Settings, use: ModelUse): Config["models"][ModelUse] {
  const prefix = use === "embedding" ? "EMBEDDING" : "TEXT";
  const given = modelSettings.map((name) => [name, env[`${prefix}_${name}`]?.trim() ?? ""] as const);
  const { PROVIDER, MODEL, URL, DIMENSIONS, KEY } = Object.fromEntries(given.filter(([, value]) => value !== ""));
  if (PROVIDER === undefined) {
    const stray = given.find(([, value]) => value !== "")?.[0];
    return stray === undefined ? undefined : { problem: `${prefix}_${stray} is set without ${prefix}_PROVIDER` };
  }
  const known = providersFor(use);
  if (!known.includes(PROVIDER)) return { problem: `${prefix}_PROVIDER is none of ${known.join(", ")}` };
  const dimensions = DIMENSIONS === undefined ? undefined : Number(DIMENSIONS);
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= MAX_DIMENSIONS))
    return { problem: `${prefix}_DIMENSIONS is not a whole number from 1 to ${String(MAX_DIMENSIONS)}` };
  return { provider: PROVIDER, model: MODEL, url: URL, dimensions, key: KEY };
}

const parsed = new WeakMap<object, Config>();

export function readConfig(env: Settings): Config {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const config: Config = {
    adminToken: env.ADMIN_TOKEN,
    sealingKeys: env.SEALING_KEY,
    allowedOrigins: list(env.ALLOWED_ORIGINS),
    localProxy: env.LOCAL_PROXY === "" ? undefined : env.LOCAL_PROXY,
    allowedProxies: list(env.ALLOWED_PROXIES),
    models: { embedding: readModel(env, "embedding"), text: readModel(env, "text") },
  };
  parsed.set(env, config);
  return config;
}

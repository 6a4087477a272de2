// What the admin API takes and answers.

export interface ConnectionInfo {
  id: string;
  host: string;
  port: number;
  user: string;
  database: string;
  proxy?: string;
  description?: string;
  createdAt: string;
  /** When it was replaced. */
  updatedAt?: string;
}

export interface NewConnection {
  id: string;
  url: string;
  proxy?: string;
  description?: string;
}

export interface Finding {
  level: "danger" | "warning";
  /** What the role can do beyond reading, in a word or two. */
  power: string;
  what: string;
  fix: string;
}

/** What the Worker saw when it tried a connection. */
export type ConnectionCheck =
  | {
      reachable: true;
      serverVersion: string;
      role: string;
      database: string;
      isReadOnly: boolean;
      findings: Finding[];
    }
  | { reachable: false; code: string; message: string; next?: string };

export interface SavedConnection {
  connection: ConnectionInfo;
  check: ConnectionCheck;
}

export type Policy = Record<string, unknown>;

/** What makes a tenant a preview of another one. */
export interface TenantPreview {
  of: string;
  name: string;
  url: string;
  expiresAt: string;
}

export interface Tenant {
  id: string;
  name: string;
  policy: Policy;
  preview?: TenantPreview;
  /** The first one is the default. */
  connections: ConnectionInfo[];
}

export interface TenantChanges {
  name?: string;
  policy?: unknown;
  preview?: TenantPreview;
}

export interface PolicyLimit {
  default: number;
  least: number;
  most: number;
  /** When given, the only values. */
  choices?: number[];
  what: string;
}

/** Every setting that a policy can have, by name. */
export interface PolicySettings {
  limits: Record<string, PolicyLimit>;
  /** Off by default. */
  flags: Record<string, { what: string }>;
  /** With what holds where there is no list. */
  lists: Record<string, { otherwise: string; what: string }>;
}

export interface TokenRecord {
  id: string;
  tenant: string;
  subject: string;
  email?: string;
  role?: string;
  scopes: string[];
  /** The only connections it may use; all when there is no list. */
  connections?: string[];
  label: string;
  createdAt: string;
  expiresAt: string | null;
  rotatedFrom?: string;
  rotatedTo?: string;
  lastUsedAt?: string;
}

export interface NewToken {
  label?: string;
  scopes?: string[];
  subject?: string;
  email?: string;
  role?: string;
  connections?: string[];
  expiresInDays?: number;
}

export interface IssuedToken {
  /** Shown by the API this once. */
  token: string;
  record: TokenRecord;
}

export interface RotatedToken extends IssuedToken {
  previous: TokenRecord;
}

export interface Revocation {
  revoked: string;
  /** How long another instance of the Worker may go on trusting the token. */
  isolateCacheSeconds: number;
  /** About how long Cloudflare KV takes to spread the deletion. */
  kvSeconds: number;
  /** Only when asked to cancel. */
  cancelledStatements?: number;
  /** The connections whose databases could not be asked for running statements. */
  unreachedConnections?: string[];
}

export type ModelUse = "embedding" | "text";

/** The model that a tenant uses, and who chose it. */
export interface ModelInfo {
  use: ModelUse;
  source: "tenant" | "deployment" | "built in" | "none";
  provider?: string;
  model?: string;
  url?: string;
  dimensions?: number;
  hasKey?: boolean;
  /** What is wrong with the deployment's settings. */
  problem?: string;
}

export interface NewModel {
  provider: string;
  model?: string;
  url?: string;
  dimensions?: number;
  /** Left out it stays as it is; null takes it away. */
  key?: string | null;
}

/** What a model answered when it was asked for something tiny. */
export type ModelCheck =
  | { works: true; provider: string; model: string; dimensions?: number; tokens?: number }
  | { works: false; code: string; message: string; next?: string };

export interface SavedModel {
  model: ModelInfo;
  check: ModelCheck;
}

export interface NewQuestion {
  question: string;
  sql: string;
  /** The tenant's default when it is left out. */
  connection?: string;
}

export interface SavedQuestion extends Required<NewQuestion> {
  id: string;
  createdAt: string;
}

/** What is wrong with SQL, as Postern says it. */
export interface Fault {
  code: string;
  message: string;
  excerpt?: string;
  hint?: string;
  next?: string;
}

export type QuestionCheck = { works: true; columns: string[]; hasRows: boolean } | ({ works: false } & Fault);

export interface CheckedQuestion {
  question: SavedQuestion;
  check: QuestionCheck;
}

/** What became of a list of questions; those that failed are told by their place in it. */
export interface ImportedQuestions {
  saved: SavedQuestion[];
  failed: ({ index: number } & Fault)[];
}

/** A page of the count of secrets under each sealing key: connection strings, and keys of models. */
export interface KeyPage {
  current: string;
  configured: string[];
  counts: Record<string, number>;
  cursor?: string;
}

export interface UnopenedSecret {
  tenant: string;
  /** What it is, such as `connection "main"`. */
  secret: string;
  keyId: string;
}

/** What one call did to seal secrets anew under the current key. */
export interface RewrapPage {
  current: string;
  rewrapped: number;
  alreadyCurrent: number;
  failed: UnopenedSecret[];
  cursor?: string;
}

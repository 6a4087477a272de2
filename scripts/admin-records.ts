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

export interface Tenant {
  id: string;
  name: string;
  policy: Policy;
  /** The first one is the default. */
  connections: ConnectionInfo[];
}

export interface TenantChanges {
  name?: string;
  policy?: unknown;
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

/** A page of the count of connections under each sealing key. */
export interface KeyPage {
  current: string;
  configured: string[];
  counts: Record<string, number>;
  tenants: number;
  cursor?: string;
}

export interface UnopenedConnection {
  tenant: string;
  connection: string;
  keyId: string;
}

/** What one call did to seal connections anew under the current key. */
export interface RewrapPage {
  current: string;
  tenants: number;
  rewrapped: number;
  alreadyCurrent: number;
  failed: UnopenedConnection[];
  cursor?: string;
}

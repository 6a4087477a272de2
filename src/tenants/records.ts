export type Scope = "read" | "write" | "admin";

export interface TenantPolicy {
  readonly maxRows: number;
  readonly statementTimeoutMs: number;
  readonly allowCatalog: boolean;
  readonly allowedFunctions: readonly string[];
  readonly allowedSchemas?: readonly string[];
}

export interface SealedSecret {
  readonly keyId: string;
  readonly iv: string;
  readonly data: string;
}

export interface Connection {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly sealed: SealedSecret;
}

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly policy: TenantPolicy;
  /** The first one is the default. */
  readonly connections: readonly Connection[];
}

export interface TokenRecord {
  readonly id: string;
  readonly hash: string;
  readonly tenant: string;
  /** `provider|subject`, handed to the database as auth.user_id. */
  readonly subject: string;
  readonly scopes: readonly Scope[];
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

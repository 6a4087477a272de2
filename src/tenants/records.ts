import type { PolicyLimit } from "../config.ts";

export type Scope = "read" | "write" | "admin";

export interface TenantPolicy extends Readonly<Record<PolicyLimit, number>> {
  readonly allowCatalog: boolean;
  readonly allowedFunctions: readonly string[];
  readonly allowedSchemas?: readonly string[];
  readonly deniedFunctions: readonly string[];
  readonly deniedRelations: readonly string[];
  /** When given, the only tools a token can have. */
  readonly allowedTools?: readonly string[];
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
  /** The proxy in front of it; undefined where the host itself speaks Neon's protocol. */
  readonly proxy?: string;
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
  /** Handed to the database as auth.user_email. */
  readonly email?: string;
  /** The role that its transactions take on; the connection's own when there is none. */
  readonly role?: string;
  readonly scopes: readonly Scope[];
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

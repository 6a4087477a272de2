import type { PolicyLimit } from "../config.ts";

export type Scope = "read" | "write" | "admin";

export interface TenantPolicy extends Readonly<Record<PolicyLimit, number>> {
  readonly allowCatalog: boolean;
  /** Whether each call also leaves a row in api.mcp_exchange of the tenant's database. */
  readonly auditToDatabase: boolean;
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
  readonly description?: string;
  readonly createdAt: string;
  readonly updatedAt?: string;
  readonly sealed: SealedSecret;
}

/** What makes a tenant a preview of another one: served until it expires, and then as if it were not there. */
export interface TenantPreview {
  /** The tenant of which it is a preview, perhaps of another deployment. */
  readonly of: string;
  readonly name: string;
  /** Where it is served. */
  readonly url: string;
  readonly expiresAt: string;
}

/** What the operator alone writes, apart from the connections that the tenant's own people may change. */
export interface TenantRecord {
  readonly id: string;
  readonly name: string;
  readonly policy: TenantPolicy;
  readonly preview?: TenantPreview;
}

export interface ConnectionsRecord {
  readonly tenant: string;
  readonly connections: readonly Connection[];
}

/** A model of a provider, as the operator has chosen it. */
export interface ModelSettings {
  readonly provider: string;
  readonly model?: string;
  /** Where it is asked, for providers that are at more than one place. */
  readonly url?: string;
  readonly dimensions?: number;
  readonly sealed?: SealedSecret;
}

export interface ModelsRecord {
  readonly tenant: string;
  readonly embedding?: ModelSettings;
  readonly text?: ModelSettings;
}

/** A question in plain words and the SQL that answers it, which ran when it was saved. */
export interface SavedQuestion {
  readonly id: string;
  readonly question: string;
  readonly sql: string;
  readonly connection: string;
  readonly createdAt: string;
}

export interface QuestionsRecord {
  readonly tenant: string;
  readonly questions: readonly SavedQuestion[];
}

export interface Tenant extends TenantRecord {
  /** The first one is the default. */
  readonly connections: readonly Connection[];
  readonly models: ModelsRecord;
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
  /** When given, the only connections it can use. */
  readonly connections?: readonly string[];
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** The token that this one replaces, and the one that replaces it. */
  readonly rotatedFrom?: string;
  readonly rotatedTo?: string;
}

// Every key that Postern has in KV. Who may write a record decides where it lives: KV knows no transactions, so two
// writers of one record could undo each other's changes.

/** Written by the operator. */
export const tenantKey = (tenant: string): string => `tenant:${tenant}`;

/** Written by the operator and by the tenant's admin tokens. */
export const connectionsKey = (tenant: string): string => `connections:${tenant}`;

/** Which models the tenant uses, with their keys sealed; written by the operator. */
export const modelsKey = (tenant: string): string => `models:${tenant}`;

/** Questions with the SQL that answers them; written by the operator. */
export const questionsKey = (tenant: string): string => `questions:${tenant}`;

/** Written by the operator. */
export const tokenKey = (hash: string): string => `token:${hash}`;

/** By which a tenant's tokens are found without their secrets; written with the token. */
export const tokenIndexKey = (tenant: string, id: string): string => `tenant-token:${tenant}:${id}`;

/** The connection that a token's holder has chosen as default; written by any token for itself. */
export const choiceKey = (tenant: string, tokenId: string): string => `token-choice:${tenant}:${tokenId}`;

/** When a token was last used; written by the Worker. */
export const lastUsedKey = (tenant: string, tokenId: string): string => `token-used:${tenant}:${tokenId}`;

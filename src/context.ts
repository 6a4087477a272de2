import type { RowSet } from "./db/row-set.ts";
import type { Reader } from "./db/read.ts";
import type { Scope, Tenant } from "./tenants/records.ts";

/** All that a tool, resource or prompt may touch. */
export interface RequestContext {
  readonly requestId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  readonly version: string;
  /** Host and port of the connection in use, as configured. */
  readonly connection: { readonly id: string; readonly host: string; readonly port: number } | undefined;
  /** Runs the caller's SQL after the guard has approved it. */
  query(sql: string, parameters: readonly unknown[], maxRows: number): Promise<RowSet>;
  /** Runs statements of our own. */
  readonly read: Reader;
}

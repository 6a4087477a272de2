import type { Config } from "../config.ts";
import { limits } from "../config.ts";
import type { RequestContext } from "../context.ts";
import { createReader, type Reader } from "../db/read.ts";
import { AppError } from "../errors.ts";
import { guard } from "../sql/guard.ts";
import type { Tenant, TokenRecord } from "../tenants/records.ts";
import { unseal } from "../tenants/sealing.ts";
import { version } from "../../package.json";

interface Identity {
  readonly tenant: Tenant;
  readonly token: Pick<TokenRecord, "subject" | "scopes">;
}

/** Binds a request's caller to its tenant's default connection. Nothing is opened until the first read. */
export function createRequestContext(
  caller: Identity,
  config: Config,
  requestId: string,
  signal: AbortSignal,
): RequestContext {
  const { tenant, token } = caller;
  const connection = tenant.connections[0];
  let reader: Promise<Reader> | undefined;
  const open = async (): Promise<Reader> => {
    if (connection === undefined) {
      throw new AppError("connection_missing", `Tenant "${tenant.id}" has no database connection.`, {
        next: "The operator can add one with: npm run postern -- connection create",
      });
    }
    return createReader({
      connectionString: await unseal(config.sealingKeys, tenant.id, connection.id, connection.sealed),
      localProxy: config.localProxy,
      statementTimeoutMs: tenant.policy.statementTimeoutMs,
      lockTimeoutMs: limits.lockTimeoutMs,
      userId: token.subject,
      tenantId: tenant.id,
      userEmail: "",
      signal,
    });
  };
  const read: Reader = async (...call) => await (await (reader ??= open()))(...call);
  return {
    requestId,
    tenant,
    scopes: token.scopes,
    version,
    connection,
    read,
    query: async (sql, parameters, maxRows) => await read(await guard(sql, tenant.policy), parameters, maxRows),
  };
}

import type { Database, QueryRows, ReportProgress } from "../context.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import type { QueryArguments } from "./query-schema.ts";

interface StreamPageOptions {
  readonly maxRows: number;
  readonly offset: number;
  readonly timeoutMs?: number;
  readonly report: ReportProgress;
  readonly policy: TenantPolicy;
}

/** Where a batch's rows are in a progress notification. */
export const batchKey = "postern/batch";

/**
 * Sends the rows batch by batch as progress, and keeps the first of them for the answer. Without a limit of the
 * caller's own all rows are sent, up to the tenant's bound.
 */
export async function streamPage(
  database: Database,
  args: QueryArguments,
  { report, policy, ...options }: StreamPageOptions,
): Promise<QueryRows & { readonly streamedRows: number }> {
  const maxRows = args.limit === undefined ? policy.maxStreamRows : options.maxRows;
  const kept: QueryRows["rows"][number][] = [];
  let streamedRows = 0;
  let last: QueryRows = { columns: [], rows: [], truncated: false, ordered: true };
  for await (const batch of database.stream(args.query, args.params ?? [], { ...options, maxRows })) {
    last = batch;
    kept.push(...batch.rows.slice(0, options.maxRows - kept.length));
    const first = options.offset + streamedRows;
    streamedRows += batch.rows.length;
    const columns = first === options.offset ? { columns: batch.columns } : {};
    await report(streamedRows, `${String(streamedRows)} rows`, {
      [batchKey]: { offset: first, ...columns, rows: batch.rows },
    });
  }
  return { ...last, rows: kept, truncated: last.truncated || streamedRows > kept.length, streamedRows };
}

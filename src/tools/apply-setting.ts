import type { Setting } from "../catalog/setting.ts";
import type { Database } from "../context.ts";
import { AppError } from "../errors.ts";
import type { ChangeTarget } from "../sql/configuration/setting-change.ts";

export interface AppliedSetting {
  readonly level: ChangeTarget["level"];
  readonly sql: string;
}

// Not this role's to change, switched off, within a proxy's transaction, on a standby, not at this level.
const FORBIDDEN = new Set(["42501", "0A000", "25001", "25006", "55P02"]);
const SERVER_WIDE = new Set(["postmaster", "sighup"]);
const UNCERTAIN = new Set(["database_not_ready", "query_timeout", "cancelled"]);

/** Changes the setting at the widest level that the connection may change; without values it is reset. */
export async function applySetting(
  database: Database,
  setting: Setting,
  values: readonly string[] | undefined,
): Promise<AppliedSetting> {
  const refusals: AppError[] = [];
  for (const target of targetsOf(setting)) {
    try {
      const change = { target, name: setting.name, ...(values === undefined ? {} : { values }) };
      return { level: target.level, sql: await database.configure(change) };
    } catch (thrown) {
      if (!isForbidden(thrown)) throw explain(thrown, setting);
      refusals.push(thrown);
    }
  }
  throw forbidden(setting, refusals);
}

function targetsOf({ context, database, role }: Setting): readonly ChangeTarget[] {
  if (SERVER_WIDE.has(context)) return [{ level: "system" }];
  return [{ level: "system" }, { level: "database", database }, { level: "role", database, role }];
}

function isForbidden(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && FORBIDDEN.has(thrown.details.sqlstate ?? "");
}

function explain(thrown: unknown, { name }: Setting): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  if (thrown.details.sqlstate?.startsWith("22") === true) {
    const next = `Call again with a value that the server accepts for ${name}, or DEFAULT.`;
    return new AppError(thrown.code, thrown.message, { ...thrown.details, next });
  }
  if (!UNCERTAIN.has(thrown.code)) return thrown;
  const next = "The change may have been made all the same; making it again does no harm.";
  return new AppError(thrown.code, thrown.message, { ...thrown.details, next });
}

function forbidden({ name, context }: Setting, refusals: readonly AppError[]): AppError {
  const [first] = refusals;
  const why = SERVER_WIDE.has(context)
    ? "it can only be set for the whole server, where ALTER SYSTEM is refused"
    : "ALTER SYSTEM, ALTER DATABASE and ALTER ROLE are all refused";
  const other =
    first?.details.data?.["reason"] === "token_role"
      ? "Use a token without a role."
      : `From PostgreSQL 15 on, GRANT ALTER SYSTEM ON PARAMETER ${name} lets this connection's role change it.`;
  return new AppError("sql_error", `This connection may not change ${name}: ${why}.`, {
    sqlstate: refusals.at(-1)?.details.sqlstate ?? "42501",
    ...(first === undefined ? {} : { hint: first.message }),
    next: `The operator can change it on the server or in the host's console. ${other}`,
    cause: refusals.at(-1),
  });
}

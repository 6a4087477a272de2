import type { LoadedGuard } from "../../scripts/guard/load-guard.ts";
import type { GuardPolicy } from "../../src/sql/policy.ts";

/** Whether the guard passes the statement; only its own refusals count as a no. */
export async function guardAccepts(loaded: LoadedGuard, sql: string, policy: GuardPolicy): Promise<boolean> {
  try {
    await loaded.guard(sql, policy);
    return true;
  } catch (error) {
    if (error instanceof loaded.AppError) return false;
    throw error;
  }
}

import type { Statement } from "../../src/db/statement.ts";
import type { AppError } from "../../src/errors.ts";
import type { GuardPolicy } from "../../src/sql/policy.ts";
import { importBundled } from "../import-bundled.ts";

const source = `export { guard } from "./src/sql/guard.ts"; export { AppError } from "./src/errors.ts";`;

/** The Worker's own guard, with the class of the errors it throws. */
export interface LoadedGuard {
  readonly guard: (sql: string, policy: GuardPolicy) => Promise<Statement>;
  readonly AppError: typeof AppError;
}

/** Bundles src/sql in memory for Node, so that scripts and tests judge SQL with the very code that the Worker runs. */
export async function loadGuard(): Promise<LoadedGuard> {
  return await importBundled<LoadedGuard>(source, "run");
}

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Statement } from "../../src/db/statement.ts";
import type { AppError } from "../../src/errors.ts";
import type { GuardPolicy } from "../../src/sql/policy.ts";
import { compiledWasm } from "./compiled-wasm.ts";

const root = new URL("../../", import.meta.url);

/** The Worker's own guard, with the class of the errors it throws. */
export interface LoadedGuard {
  readonly guard: (sql: string, policy: GuardPolicy) => Promise<Statement>;
  readonly AppError: typeof AppError;
}

/** Bundles src/sql in memory for Node, so that scripts and tests judge SQL with the very code that the Worker runs. */
export async function loadGuard(): Promise<LoadedGuard> {
  const bundle = await build({
    stdin: {
      contents: `export { guard } from "./src/sql/guard.ts"; export { AppError } from "./src/errors.ts";`,
      resolveDir: fileURLToPath(root),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins: [compiledWasm],
  });
  const code = bundle.outputFiles[0]?.text ?? "";
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as LoadedGuard;
}

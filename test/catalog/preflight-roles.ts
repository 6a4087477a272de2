import { readPreflight, type Preflight } from "../../src/catalog/preflight.ts";
import { createContext } from "../prompts/prompt-context.ts";
import { createDatabase, runSql } from "../prompts/scratch-database.ts";

export interface TestRole {
  /** As SQL writes it. */
  readonly name: string;
  /** What the preflight tells when connected as this role. */
  preflight(): Promise<Preflight>;
}

export interface RoleDatabase {
  readonly name: string;
  run(...statements: readonly string[]): Promise<void>;
  /** A new role that may log in, and nothing else but what these statements grant it. */
  createRole(setup: (role: string) => readonly string[], name?: string): Promise<TestRole>;
}

/** A database of its own, set up by these statements. */
export async function createRoleDatabase(...setup: readonly string[]): Promise<RoleDatabase> {
  const { ownerUrl } = await createDatabase(() => setup);
  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await runSql(ownerUrl, statement);
  };
  return {
    name: new URL(ownerUrl).pathname.slice(1),
    run,
    async createRole(grants, name = `role_${crypto.randomUUID().slice(0, 8)}`) {
      const quoted = /^\w+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
      await run(`CREATE ROLE ${quoted} LOGIN PASSWORD 'secret'`, ...grants(quoted));
      const url = ownerUrl.replace(/\/\/[^@]+@/, `//${encodeURIComponent(name)}:secret@`);
      const { read } = (await createContext({ url })).database();
      return { name: quoted, preflight: async () => await readPreflight(read) };
    },
  };
}

/** The statements of all fixes; where one is to name another role, it is the superuser. */
export function fixesOf({ findings }: Preflight): readonly string[] {
  return findings.flatMap(
    ({ fix }) =>
      fix.replaceAll("another_role", "postgres").match(/\b(?:REVOKE|ALTER|REASSIGN) (?:[^;"]|"[^"]*")+;/g) ?? [],
  );
}

export function powersOf({ findings }: Preflight): readonly string[] {
  return findings.map(({ power }) => power);
}

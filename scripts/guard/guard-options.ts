import { parseArgs } from "node:util";
import type { GuardPolicy } from "../../src/sql/policy.ts";

export interface GuardOptions {
  /** The SQL; undefined when it comes from standard input. */
  readonly sql: string | undefined;
  readonly policy: GuardPolicy;
  readonly json: boolean;
  readonly help: boolean;
}

export const GUARD_HELP = `npm run guard -- [options] ["<sql>" | -]

Says whether Postern would pass the SQL, and why not. Without an argument, or with -, it reads standard input.

  --allow-catalog           pg_catalog and information_schema may be read
  --allow-function <name>   f or schema.f may be called (repeatable)
  --allow-schema <name>     only these schemas may be read (repeatable)
  --deny-relation <name>    t, schema.t or schema.* may not be read (repeatable)
  --deny-function <name>    f or schema.f may not be called (repeatable)
  --json                    answer with one JSON object
  --help                    show this

Exit code: 0 passed, 1 refused, 2 wrong usage.
`;

const list = { type: "string", multiple: true } as const;
const flag = { type: "boolean", default: false } as const;

/** Throws an error fit to print when an option is unknown or malformed. */
export function parseGuardOptions(args: string[]): GuardOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "allow-catalog": flag,
      "allow-function": list,
      "allow-schema": list,
      "deny-relation": list,
      "deny-function": list,
      json: flag,
      help: flag,
    },
  });
  const [sql, extra] = positionals;
  if (extra !== undefined) throw new Error("Give the SQL as one argument, in quotes.");
  return {
    sql: sql === "-" ? undefined : sql,
    policy: {
      allowCatalog: values["allow-catalog"],
      allowedFunctions: values["allow-function"] ?? [],
      allowedSchemas: values["allow-schema"],
      deniedRelations: values["deny-relation"],
      deniedFunctions: values["deny-function"],
    },
    json: values.json,
    help: values.help,
  };
}

import { fixOf, listOf, throughOf, type PowerFacts, type PreflightFinding } from "./preflight-finding.ts";

type Level = PreflightFinding["level"];

interface Description {
  readonly level: Level;
  readonly what: (facts: PowerFacts, major: number) => string;
  /** Before the statements, if there are any. */
  readonly advice?: string;
}

const always = (what: string, advice?: string): Description => ({
  level: "danger",
  what: () => what,
  ...(advice === undefined ? {} : { advice }),
});

const objects = (level: Level, does: string, one: string, many: string, advice?: string): Description => ({
  level,
  what: (facts) => `${does} ${listOf(facts, one, many)}.`,
  ...(advice === undefined ? {} : { advice }),
});

const asReader =
  "Connect as a role that may only read: CREATE ROLE postern_reader LOGIN PASSWORD '...'; " +
  "GRANT USAGE ON SCHEMA public TO postern_reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO postern_reader; " +
  "or take the power away:";

/** The most far-reaching first. */
const descriptions: Readonly<Record<string, Description>> = {
  superuser: always(
    "Is a superuser: could change everything, read and write the server's files and run programs on it.",
    asReader,
  ),
  bypass_rls: always("Has BYPASSRLS: row security hides nothing from it."),
  create_role: {
    level: "danger",
    what: (_, major) =>
      major < 16
        ? "Has CREATEROLE: could change every role that is no superuser, and make itself a member of it."
        : "Has CREATEROLE: could create roles, and change those it has created.",
  },
  create_db: always("Has CREATEDB: could create databases and do anything in them."),
  replication: always(
    "Has REPLICATION: could read the changes of all databases past grants and row security, and keep the server's log from being removed.",
  ),
  database_owner: {
    level: "danger",
    what: (facts) =>
      `Owns the database${throughOf(facts)}: could create schemas in it, change its settings and drop it.`,
  },
  write_tables: {
    level: "danger",
    what: (facts) => `Could ${(facts.privileges ?? []).join(", ")} on ${listOf(facts, "table", "tables or views")}.`,
  },
  create_in_database: objects("danger", "Could create schemas and trusted extensions in", "database", "databases"),
  create_in_schemas: objects("danger", "Could create tables and functions in", "schema", "schemas"),
  write_large_objects: objects("danger", "Could write", "large object", "large objects"),
  open_large_objects: always("Could write every large object, because lo_compat_privileges is on."),
  foreign_servers: objects("danger", "Could reach outside by", "foreign server", "foreign servers"),
  foreign_data_wrappers: objects(
    "danger",
    "Could reach outside by foreign servers of its own, with",
    "foreign-data wrapper",
    "foreign-data wrappers",
  ),
  outside_functions: objects(
    "danger",
    "Could open connections, send requests or run SQL in the background with",
    "function of an extension",
    "functions of extensions",
    "Revoke EXECUTE on all of them, or, where nobody needs them:",
  ),
  file_functions: objects("danger", "Could reach the server's files with", "function", "functions"),
  untrusted_languages: objects("danger", "Could write functions that run as the server, in", "language", "languages"),
  alter_system: objects("danger", "Could ALTER SYSTEM SET", "parameter", "parameters"),
  write_sequences: objects("warning", "Could advance or set", "sequence", "sequences"),
  security_definer: objects(
    "warning",
    "Could call, with their owners' rights,",
    "SECURITY DEFINER function",
    "SECURITY DEFINER functions",
  ),
  untrusted_functions: objects(
    "warning",
    "Could call, outside of what Postgres confines,",
    "function in an untrusted language",
    "functions in untrusted languages",
  ),
  set_parameters: objects("warning", "Could SET", "parameter of superusers", "parameters of superusers"),
};

/** What attributes and grants let the role do, but for what it owns. */
export function describePowers(powers: ReadonlyMap<string, PowerFacts>, major: number): readonly PreflightFinding[] {
  return Object.entries(descriptions).flatMap(([power, { level, what, advice }]) => {
    const facts = powers.get(power);
    if (facts === undefined) return [];
    return [{ level, power, what: what(facts, major), fix: fixOf(facts, advice) }];
  });
}

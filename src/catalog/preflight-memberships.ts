import { fixOf, listOf, type PowerFacts, type PreflightFinding } from "./preflight-finding.ts";

/** Roles that the login role is a member of, and the powers that each of them brings, with all behind it. */
export interface MembershipFacts extends PowerFacts {
  readonly kinds: readonly string[];
}

/** The most far-reaching first. */
const powers: Readonly<Record<string, readonly [level: PreflightFinding["level"], what: string]>> = {
  superuser: ["danger", "become a superuser"],
  host_administrator: ["danger", "administer the server as far as its host lets anybody"],
  pg_execute_server_program: ["danger", "run programs on the server"],
  pg_write_server_files: ["danger", "write the server's files"],
  pg_read_server_files: ["danger", "read the server's files"],
  bypass_rls: ["danger", "bypass row security"],
  create_role: ["danger", "create and change roles"],
  replication: ["danger", "read the changes of all databases"],
  pg_write_all_data: ["danger", "change the data of all tables"],
  pg_maintain: ["danger", "refresh, rebuild and lock all tables"],
  create_db: ["danger", "create databases"],
  pg_create_subscription: ["danger", "subscribe to other servers"],
  pg_signal_backend: ["warning", "end other roles' statements and sessions"],
  pg_signal_autovacuum_worker: ["warning", "stop autovacuum"],
  pg_checkpoint: ["warning", "force checkpoints"],
  pg_use_reserved_connections: ["warning", "take connections that are reserved"],
};

/** Named after the worst of the powers. */
export function describeMembership(facts: MembershipFacts): PreflightFinding {
  const known = Object.keys(powers).filter((kind) => facts.kinds.includes(kind));
  const unknown = facts.kinds.filter((kind) => !Object.hasOwn(powers, kind));
  const could = [...known.map((kind) => powers[kind]?.[1] ?? ""), ...unknown.map((kind) => `do what ${kind} may`)];
  return {
    level: known.some((kind) => powers[kind]?.[0] === "danger") ? "danger" : "warning",
    power: known[0] ?? unknown[0] ?? "",
    what: `Could ${could.join(", ")}, as a member of ${listOf(facts, "role", "roles")}.`,
    fix: fixOf(facts),
  };
}

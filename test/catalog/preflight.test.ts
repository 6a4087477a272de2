import { beforeAll, describe, expect, test } from "vitest";
import { readPreflight } from "../../src/catalog/preflight.ts";
import type { Read } from "../../src/catalog/read.ts";
import { createContext } from "../prompts/prompt-context.ts";
import { SLOW } from "../prompts/scratch-database.ts";
import { roundTrips } from "../support/round-trips.ts";
import { dangers, warnings } from "./preflight-cases.ts";
import { createRoleDatabase, fixesOf, powersOf, type RoleDatabase } from "./preflight-roles.ts";

let sample: Read;
let database: RoleDatabase;

beforeAll(async () => {
  sample = (await createContext()).database().read;
  database = await createRoleDatabase(
    "CREATE SCHEMA app",
    "GRANT USAGE ON SCHEMA app TO PUBLIC",
    "CREATE TABLE app.orders (id serial PRIMARY KEY, note text)",
    "CREATE TABLE app.items (id int)",
    "CREATE VIEW app.latest AS SELECT * FROM app.orders",
    "CREATE MATERIALIZED VIEW app.totals AS SELECT count(*) FROM app.orders",
    'CREATE TABLE app."Odd ""na;me" (id int)',
    "CREATE SCHEMA shut CREATE TABLE hidden (id int)",
    "CREATE SCHEMA ext",
    "CREATE EXTENSION dblink SCHEMA ext",
    "CREATE EXTENSION postgres_fdw SCHEMA ext",
    "CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw",
    "CREATE FUNCTION app.act(int) RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    "CREATE FUNCTION app.fire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN NULL; END'",
    "REVOKE EXECUTE ON FUNCTION app.act(int) FROM PUBLIC",
    "CREATE LANGUAGE plwildu HANDLER plpgsql_call_handler",
    "CREATE FUNCTION app.wild() RETURNS int LANGUAGE plwildu AS 'BEGIN RETURN 1; END'",
    "REVOKE EXECUTE ON FUNCTION app.wild() FROM PUBLIC",
    "SELECT lo_create(4711)",
    "UPDATE pg_language SET lanpltrusted = true, lanacl = '{postgres=U/postgres}' WHERE lanname = 'c'",
  );
}, SLOW);

test("finds nothing about the sample's reader, in one round trip", async () => {
  const before = await roundTrips();
  expect(await readPreflight(sample)).toEqual({
    serverVersion: expect.stringMatching(/^18\.\d+$/),
    role: "postern_reader",
    database: "shop",
    isReadOnly: true,
    findings: [],
  });
  expect((await roundTrips()) - before).toBe(1);
});

describe.each([
  ["danger", dangers],
  ["warning", warnings],
] as const)("tells as a %s", (level, cases) => {
  test.each(cases)("%s by %s, until its fix is run", async (power, grant, what, fix) => {
    const fill = (text: string, name: string): string => text.replaceAll("$r", name).replaceAll("$d", database.name);
    const role = await database.createRole((name) => [fill(grant, name)]);
    const found = await role.preflight();
    expect(found.findings).toEqual([{ level, power, what: fill(what, role.name), fix: fill(fix, role.name) }]);
    expect(found.isReadOnly).toBe(level === "warning");
    await database.run(...fixesOf(found));
    expect(await role.preflight()).toMatchObject({ isReadOnly: true, findings: [] });
  });
});

test("tells of a superuser that it is one, and nothing that follows from it", async () => {
  const role = await database.createRole((name) => [
    `ALTER ROLE ${name} SUPERUSER BYPASSRLS CREATEROLE`,
    `GRANT INSERT ON app.orders TO ${name}`,
    `GRANT USAGE ON FOREIGN SERVER elsewhere TO ${name}`,
  ]);
  const found = await role.preflight();
  expect(found).toMatchObject({ isReadOnly: false, findings: [{ level: "danger", power: "superuser" }] });
  expect(found.findings).toHaveLength(1);
  expect(found.findings[0]?.fix).toContain(`ALTER ROLE ${role.name} NOSUPERUSER;`);
  await database.run(...fixesOf(found));
  expect(powersOf(await role.preflight())).toEqual(["bypass_rls", "create_role", "write_tables", "foreign_servers"]);
});

test("tells of what the role owns, and where row security does not bind it", async () => {
  const role = await database.createRole((name) => [
    `CREATE SCHEMA mine AUTHORIZATION ${name}`,
    "CREATE TABLE mine.a (id serial)",
    "CREATE TABLE mine.b (id int)",
    "CREATE FUNCTION mine.f() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    ...["TABLE mine.a", "TABLE mine.b", "FUNCTION mine.f()"].map((what) => `ALTER ${what} OWNER TO ${name}`),
    "ALTER TABLE mine.a ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE mine.b ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE mine.b FORCE ROW LEVEL SECURITY",
    "SELECT lo_create(4712)",
    `ALTER LARGE OBJECT 4712 OWNER TO ${name}`,
  ]);
  const found = await role.preflight();
  expect(found.findings).toEqual([
    {
      level: "danger",
      power: "owner",
      what:
        "Owns, and so could change, drop or give away 2 tables or views: mine.a, mine.b; 1 schema: mine; " +
        "1 sequence: mine.a_id_seq; 1 function: mine.f(); 1 large object: 4712. " +
        "Row security does not bind it on 1 of its tables (no FORCE).",
      fix: `Connect as a role that owns nothing, or give up what it owns: REASSIGN OWNED BY ${role.name} TO another_role;`,
    },
  ]);
  await database.run("REVOKE EXECUTE ON FUNCTION mine.f() FROM PUBLIC", ...fixesOf(found));
  expect(powersOf(await role.preflight())).toEqual([]);
});

test("tells of the database's owner", async () => {
  const role = await database.createRole((name) => [`ALTER DATABASE ${database.name} OWNER TO ${name}`]);
  const found = await role.preflight();
  expect(found.findings).toMatchObject([
    { level: "danger", power: "database_owner", fix: `ALTER DATABASE ${database.name} OWNER TO another_role;` },
  ]);
  await database.run(...fixesOf(found));
  expect(powersOf(await role.preflight())).toEqual([]);
});

test("tells of functions that reach outside, once their schema may be used", async () => {
  const role = await database.createRole(() => []);
  expect(powersOf(await role.preflight())).toEqual([]);
  await database.run(`GRANT USAGE ON SCHEMA ext TO ${role.name}`);
  const { findings } = await role.preflight();
  expect(findings).toMatchObject([{ level: "danger", power: "outside_functions" }]);
  expect(findings[0]?.what).toMatch(
    /with \d+ functions of extensions \(through PUBLIC\): ext\.dblink.* and \d+ more\.$/,
  );
  expect(findings[0]?.fix).toBe("Revoke EXECUTE on all of them, or, where nobody needs them: DROP EXTENSION dblink;");
});

test("passes over the right to add rows to the audit table, and to nothing else", async () => {
  await database.run(
    "CREATE SCHEMA api",
    "CREATE TABLE api.mcp_exchange (id int, note text)",
    "GRANT USAGE ON SCHEMA api TO PUBLIC",
  );
  const auditor = await database.createRole((role) => [
    `GRANT INSERT ON api.mcp_exchange TO ${role}`,
    `GRANT INSERT (note) ON api.mcp_exchange TO ${role}`,
  ]);
  expect(await auditor.preflight()).toMatchObject({ isReadOnly: true, findings: [] });
  const forger = await database.createRole((role) => [`GRANT INSERT, UPDATE ON api.mcp_exchange TO ${role}`]);
  expect(powersOf(await forger.preflight())).toEqual(["write_tables"]);
});

test("passes over grants in a schema that the role may not use", async () => {
  const role = await database.createRole((name) => [`GRANT ALL ON shut.hidden TO ${name}`]);
  expect(powersOf(await role.preflight())).toEqual([]);
  await database.run(`GRANT pg_read_all_data TO ${role.name}`);
  expect(powersOf(await role.preflight())).toEqual(["write_tables", "outside_functions"]);
});

test("asks about the login role, whatever role it takes at once", async () => {
  const plain = await database.createRole(() => []);
  const role = await database.createRole((name) => [
    `GRANT INSERT ON app.orders TO ${name}`,
    `GRANT ${plain.name} TO ${name}`,
    `ALTER ROLE ${name} SET role = ${plain.name}`,
  ]);
  expect(await role.preflight()).toMatchObject({ role: role.name, findings: [{ power: "write_tables" }] });
});

test(
  "finds what an upgraded cluster leaves open to PUBLIC",
  async () => {
    const upgraded = await createRoleDatabase(
      "GRANT CREATE ON SCHEMA public TO PUBLIC",
      "CREATE TABLE t (id int)",
      "GRANT ALL ON t TO PUBLIC",
      "CREATE FUNCTION act() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lo_compat_privileges = on', current_database()); END $$",
    );
    const role = await upgraded.createRole(() => []);
    const found = await role.preflight();
    expect(found.findings.map(({ fix }) => fix)).toEqual([
      "REVOKE DELETE, INSERT, MAINTAIN, TRIGGER, TRUNCATE, UPDATE ON TABLE public.t FROM PUBLIC;",
      "REVOKE CREATE ON SCHEMA public FROM PUBLIC;",
      `ALTER DATABASE ${upgraded.name} SET lo_compat_privileges = off;`,
      "REVOKE EXECUTE ON ROUTINE public.act() FROM PUBLIC;",
    ]);
    await upgraded.run(...fixesOf(found));
    // A setting of the database is for new sessions.
    const next = await upgraded.createRole(() => []);
    expect(await next.preflight()).toMatchObject({ isReadOnly: true, findings: [] });
  },
  SLOW,
);

test(
  "quotes odd names and keeps findings short, however many and long the names are",
  async () => {
    const long = '"'.repeat(63);
    const quoted = `"${long.replaceAll('"', '""')}"`;
    const wide = await createRoleDatabase(
      `CREATE SCHEMA ${quoted}`,
      `GRANT USAGE ON SCHEMA ${quoted} TO PUBLIC`,
      `CREATE DOMAIN ${quoted}.${quoted} AS int`,
      `CREATE FUNCTION ${quoted}.${quoted}(${Array(50).fill(`${quoted}.${quoted}`).join(",")}) RETURNS int
       LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`,
      `DO $$ BEGIN
       FOR i IN 1..9 LOOP
         EXECUTE format('CREATE SCHEMA %I CREATE TABLE %I (id int)', i || repeat('s"', 30), i || repeat('t"', 30));
         EXECUTE format('GRANT USAGE ON SCHEMA %I TO PUBLIC', i || repeat('s"', 30));
         EXECUTE format('GRANT INSERT ON ALL TABLES IN SCHEMA %I TO PUBLIC', i || repeat('s"', 30));
       END LOOP; END $$`,
    );
    const role = await wide.createRole(
      (name) => [`GRANT CREATE ON SCHEMA ${quoted} TO ${name}`],
      `Odd "role" \u202e 1`,
    );
    const found = await role.preflight();
    expect(powersOf(found)).toEqual(["write_tables", "create_in_schemas", "security_definer"]);
    const [tables, schemas, functions] = found.findings;
    expect(tables?.what).toMatch(/^Could INSERT on 9 tables or views \(through PUBLIC\): .* and 6 more\.$/);
    expect(tables?.fix).toMatch(/ And 6 more like these\.$/);
    expect(schemas?.fix).toBe(`REVOKE CREATE ON SCHEMA ${quoted} FROM ${role.name};`);
    expect(functions?.fix).toBe("Revoke EXECUTE on each of them from PUBLIC.");
    for (const { what, fix } of found.findings) expect(what.length + fix.length).toBeLessThan(2_000);
  },
  SLOW,
);

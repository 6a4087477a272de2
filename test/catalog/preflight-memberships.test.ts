import { beforeAll, expect, test } from "vitest";
import { SLOW } from "../prompts/scratch-database.ts";
import { createRoleDatabase, fixesOf, powersOf, type RoleDatabase } from "./preflight-roles.ts";

let database: RoleDatabase;

beforeAll(async () => {
  database = await createRoleDatabase(
    "CREATE SCHEMA app",
    "GRANT USAGE ON SCHEMA app TO PUBLIC",
    "CREATE TABLE app.orders (id int)",
    "CREATE TABLE app.items (id int)",
  );
}, SLOW);

test("gathers the powers of a membership and all behind it in one finding", async () => {
  await database.run(
    "DO $$ BEGIN IF to_regrole('neon_superuser') IS NULL THEN CREATE ROLE neon_superuser CREATEROLE BYPASSRLS; END IF; END $$",
    "GRANT pg_write_server_files, pg_monitor, pg_checkpoint TO neon_superuser",
  );
  const role = await database.createRole((name) => [`GRANT neon_superuser TO ${name}`]);
  const found = await role.preflight();
  expect(found.findings).toEqual([
    {
      level: "danger",
      power: "host_administrator",
      what: "Could administer the server as far as its host lets anybody, write the server's files, bypass row security, create and change roles, force checkpoints, as a member of 1 role: neon_superuser.",
      fix: `REVOKE neon_superuser FROM ${role.name};`,
    },
  ]);
});

const memberships: readonly (readonly [options: string, powers: readonly string[]])[] = [
  ["INHERIT TRUE, SET TRUE", ["bypass_rls", "write_tables"]],
  ["INHERIT FALSE, SET TRUE", ["bypass_rls", "write_tables"]],
  ["INHERIT FALSE, SET FALSE, ADMIN TRUE", ["bypass_rls", "write_tables"]],
  // Attributes are not inherited.
  ["INHERIT TRUE, SET FALSE", ["write_tables"]],
  ["INHERIT FALSE, SET FALSE", []],
];
test.each(memberships)("finds that a membership with %s brings %j", async (options, powers) => {
  const group = await database.createRole((name) => [
    `ALTER ROLE ${name} BYPASSRLS`,
    `GRANT INSERT ON app.orders TO ${name}`,
  ]);
  const between = await database.createRole((name) => [`GRANT ${group.name} TO ${name} WITH ${options}`]);
  const role = await database.createRole((name) => [`GRANT ${between.name} TO ${name} WITH INHERIT FALSE`]);
  const found = await role.preflight();
  expect(powersOf(found)).toEqual(powers);
  for (const { fix } of found.findings) expect(fix).toBe(`REVOKE ${between.name} FROM ${role.name};`);
  await database.run(...fixesOf(found));
  expect(powersOf(await role.preflight())).toEqual([]);
});

test("does not let a role SET ROLE through one that it only inherits from", async () => {
  const group = await database.createRole((name) => [`GRANT INSERT ON app.orders TO ${name}`]);
  const between = await database.createRole((name) => [`GRANT ${group.name} TO ${name} WITH INHERIT FALSE, SET TRUE`]);
  const role = await database.createRole((name) => [`GRANT ${between.name} TO ${name} WITH INHERIT TRUE, SET FALSE`]);
  expect(powersOf(await role.preflight())).toEqual([]);
});

test("leaves out what follows from a membership in a superuser", async () => {
  const admin = await database.createRole((name) => [`ALTER ROLE ${name} SUPERUSER`]);
  const role = await database.createRole((name) => [
    `GRANT ${admin.name} TO ${name}`,
    `GRANT INSERT ON app.orders TO ${name}`,
    `ALTER ROLE ${name} CREATEDB`,
  ]);
  expect(powersOf(await role.preflight())).toEqual(["superuser", "create_db"]);
});

test("names the roles that hold a grant", async () => {
  const group = await database.createRole((name) => [`GRANT UPDATE ON app.items TO ${name}`]);
  const role = await database.createRole((name) => [
    `GRANT ${group.name} TO ${name}`,
    `GRANT INSERT ON app.orders TO ${name}`,
  ]);
  const found = await role.preflight();
  expect(found.findings).toMatchObject([
    {
      what: `Could INSERT, UPDATE on 2 tables or views (through ${group.name}): app.items, app.orders.`,
      fix: `REVOKE INSERT ON TABLE app.orders FROM ${role.name}; REVOKE ${group.name} FROM ${role.name};`,
    },
  ]);
});

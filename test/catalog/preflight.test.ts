import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { readPreflight } from "../../src/catalog/preflight.ts";
import { createContext } from "../prompts/prompt-context.ts";
import { SLOW } from "../prompts/scratch-database.ts";
import { roundTrips } from "../support/round-trips.ts";
import { createRoleDatabase, fixesOf, type RoleDatabase } from "./preflight-roles.ts";

let database: RoleDatabase;

beforeAll(async () => {
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
  );
}, SLOW);

test("finds nothing about a plain reader, in one round trip", async () => {
  const { read } = (await createContext()).database();
  await read.call(undefined, ...([] as unknown as Parameters<typeof read>));
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { type AdminServer, startAdminServer } from "./admin-server.ts";
import { type Ran, runPostern } from "./run-postern.ts";

const READER = "postgres://reader:hunter2secret@db.example.com/app";
let server: AdminServer;

beforeEach(async () => {
  server = await startAdminServer();
});

afterEach(async () => {
  await server.close();
});

function postern(line: string, input = ""): Promise<Ran> {
  const { adminToken } = server.state;
  return runPostern([...line.split(" "), "--url", server.url], { adminToken, input });
}

test("shows a tenant's policy with its defaults, its connections and how many tokens it has", async () => {
  await postern("tenant create acme --set maxRows=500 --set allowedSchemas=sales,crm");
  await postern("connection create acme main --database-url - --description orders", READER);
  await postern("token create acme");
  const { code, out } = await postern("tenant show acme");
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Tenant acme

    SETTING          VALUE       NOTE             WHAT
    maxRows          500         default is 1000  rows in one answer (1 to 1000)
    allowCatalog     false       default
    auditToDatabase  false       default
    deniedRelations  none        default
    allowedSchemas   sales, crm

    CONNECTION  DATABASE                        DESCRIPTION  SAVED (UTC)       NOTE
    main        reader@db.example.com:5432/app  orders       2026-11-18 14:05  default

    1 token: npm run postern -- token list acme
    "
  `);
  const { out: json } = await postern("tenant show acme --json");
  expect(JSON.parse(json)).toMatchObject({ id: "acme", policy: { maxRows: 500 }, tokens: 1 });
});

test("changes single settings and leaves the others alone", async () => {
  await postern("tenant create acme --set maxRows=500");
  const { code, out } = await postern("tenant update acme --set auditToDatabase=true --set allowedSchemas=null");
  expect({ code, out }).toEqual({
    code: 0,
    out: "Updated tenant acme\n  auditToDatabase true\n  allowedSchemas none\n",
  });
  expect(server.state.calls.at(-1)?.body).toEqual({ policy: { auditToDatabase: true, allowedSchemas: null } });
  expect(server.state.tenants.get("acme")?.policy["maxRows"]).toBe(500);
  expect(await postern("tenant update acme")).toMatchObject({ code: 2, out: "" });
});

test("an empty list says what to do next", async () => {
  expect((await postern("tenant list")).out).toBe("No tenants yet. Make one: npm run postern -- tenant create acme\n");
  await postern("tenant create acme");
  expect((await postern("connection list acme")).out).toContain("connection create acme main --database-url -");
  expect((await postern("connection check acme")).out).toContain("connection create acme main --database-url -");
  expect((await postern("token list acme")).out).toContain("token create acme --label");
  expect((await postern("token list acme --json")).out).toBe("[]\n");
});

test("tells what a new connection's role could do, and saves it all the same", async () => {
  await postern("tenant create acme");
  const good = await postern("connection create acme main --database-url -", READER);
  expect(good).toEqual({
    code: 0,
    out: "Saved connection main: reader@db.example.com:5432/app\nmain: Postgres 18.1, database app as reader, read-only\n",
    error: "",
  });
  const strong = await postern("connection create acme own --database-url postgres://owner:hunter2@db.example.com/app");
  expect(strong.code).toBe(0);
  expect(strong.out).toMatchInlineSnapshot(`
    "Saved connection own: owner@db.example.com:5432/app
    own: Postgres 18.1, database app as owner, not read-only
      DANGER superuser: it may do everything
        Fix: Use a role that may only read.
      WARNING temporary tables: it may make temporary tables
        Fix: Use a role that may only read.
    "
  `);
  const away = await postern("connection create acme away --json --database-url -", "postgres://reader:wrong@db/app\n");
  expect(away.code).toBe(0);
  expect(JSON.parse(away.out)).toMatchObject({ id: "away", check: { reachable: false } });
  expect(away.error).toBe(
    "Warning: away: the database does not answer (connection_rejected). Wrong password. Check the password.\n",
  );
});

test("a check fails for a database that does not answer, and with --strict for a role that is too strong", async () => {
  await postern("tenant create acme");
  await postern("connection create acme main --database-url -", READER);
  await postern("connection create acme own --database-url -", "postgres://owner:hunter2@db.example.com/app");
  expect(await postern("connection check acme")).toMatchObject({ code: 0 });
  expect(await postern("connection check acme --strict")).toMatchObject({ code: 1 });
  expect(await postern("connection check acme main --strict")).toMatchObject({ code: 0 });
  await postern("connection create acme away --database-url -", "postgres://reader:wrong@db.example.com/app");
  const all = await postern("connection check acme --json");
  expect(all.code).toBe(1);
  expect(JSON.parse(all.out)).toMatchObject([
    { id: "main", check: { reachable: true } },
    { id: "own", check: { reachable: true } },
    { id: "away", check: { reachable: false } },
  ]);
  expect(await postern("connection check acme nowhere")).toEqual({
    code: 1,
    out: "",
    error: 'There is no connection "nowhere". (request r1)\nList what there is.\n',
  });
});

test("sends everything that a token is given and shows it once", async () => {
  await postern("tenant create acme");
  const { out } = await postern(
    "token create acme --label laptop --subject auth0|42 --email ada@example.com --role app --scope read --scope write --connection main --connection crm --expires-in-days 90",
  );
  expect(server.state.calls.at(-1)?.body).toEqual({
    label: "laptop",
    subject: "auth0|42",
    email: "ada@example.com",
    role: "app",
    scopes: ["read", "write"],
    connections: ["main", "crm"],
    expiresInDays: 90,
  });
  expect(out.match(/^pst_\w+$/gm)).toHaveLength(1);
  expect(out.match(/pst_/g)).toHaveLength(1);
  expect(out).toContain("(in 90 days)");
  expect(out).toContain(`${server.url}/mcp`);
  const listed = await postern("token list acme");
  expect(listed.out).not.toContain("pst_");
  expect(listed.out).toMatch(/laptop {2}read,write {2}auth0\|42 ada@example\.com {2}app {3}main,crm/);
});

test("rotates a token, with a day of overlap unless told otherwise", async () => {
  await postern("tenant create acme");
  const made = JSON.parse((await postern("token create acme --label laptop --json")).out) as { record: { id: string } };
  const first = made.record.id;
  const rotated = await postern(`token rotate acme ${first}`);
  expect(server.state.calls.at(-1)).toMatchObject({ body: { overlapHours: 24 } });
  expect(rotated.out).toMatch(new RegExp(`The old token ${first} is accepted until .* \\(in 1 day\\), UTC\\.`));
  const listed = await postern("token list acme");
  expect(listed.out).toContain(`replaces ${first}`);
  const second = server.state.tenants.get("acme")?.tokens.at(-1)?.id ?? "";
  const ended = await postern(`token rotate acme ${second} --overlap-hours 0`);
  expect(ended.out).toContain(`The old token ${second} is no longer accepted.`);
  expect(await postern(`token rotate acme ${second} --overlap-hours 1.5`)).toMatchObject({ code: 2 });
});

test("a revocation promises no more than the Worker can keep", async () => {
  await postern("tenant create acme");
  const revoke = async (...flags: string[]): Promise<string> => {
    const made = JSON.parse((await postern("token create acme --json")).out) as { record: { id: string } };
    const { out } = await postern(["token revoke acme", made.record.id, ...flags].join(" "));
    return out.replaceAll(made.record.id, "ID");
  };
  expect(await revoke()).toMatchInlineSnapshot(`
    "Revoked token ID.
    Other instances forget it within 30 seconds, and Cloudflare KV spreads the deletion within about 60 seconds.
    "
  `);
  expect(await revoke("--now")).toMatchInlineSnapshot(`
    "Revoked token ID.
    The instance of the Worker that answered refuses it from now on.
    Other instances forget it within 30 seconds, and Cloudflare KV spreads the deletion within about 60 seconds.
    Statements of the token that were running and are cancelled: 2.
    For certainty beyond that, change the password of the database role and save the connection again.
    "
  `);
  expect(await postern("token revoke acme pst_7Qm2xV9bRk4TzN1c_secret")).toMatchObject({ code: 2 });
});

test("prints no password, no connection string and no admin token, whatever goes wrong", async () => {
  await postern("tenant create acme");
  const secret = "hunter2secret";
  const lines = [
    `connection create acme main --database-url ${READER}`,
    `connection create acme main ${READER}`,
    `connection create nobody main --database-url ${READER}`,
    `connection creat acme main --database-url ${READER}`,
    `connection create acme main --databse-url=${READER}`,
    `connection create acme main --databse-url ${READER}`,
    `connection create acme main --database-url ${READER} --database-url ${READER}`,
    `${READER} list`,
    `connection ${READER}`,
    READER,
    `connection list ${READER} acme`,
    `tenant create acme --policy ${READER}`,
    `tenant create acme --set ${READER}`,
    "connection list acme",
    "tenant list --json",
  ];
  const results = await Promise.all(lines.map((line) => postern(line)));
  results.push(await runPostern(["tenant", "list", "--url", READER], { adminToken: server.state.adminToken }));
  for (const [index, { out, error }] of results.entries()) {
    expect(out + error, lines[index]).not.toContain(secret);
    expect(out + error, lines[index]).not.toContain(server.state.adminToken);
    expect(error, lines[index]).not.toContain("    at ");
  }
});

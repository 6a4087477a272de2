import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { IssuedToken } from "../../../scripts/admin-records.ts";
import { type Postern, startPostern } from "./start-postern.ts";

const database = new pg.Client(inject("postgresUrl"));
let postern: Postern;

beforeAll(async () => {
  await database.connect();
  postern = await startPostern();
  await postern.admin.createTenant({ id: "acme", policy: { statementTimeoutMs: 120_000 } });
  for (const id of ["main", "crm"]) await postern.admin.putConnection("acme", { id, url: inject("readerUrl") });
});

afterAll(async () => {
  await postern?.stop();
  await database.end();
});

/** Calls the query tool with the token; the HTTP status of the answer. */
async function query(token: string, sql: string): Promise<number> {
  const response = await fetch(new URL("/mcp", postern.url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { query: sql } },
    }),
  });
  await response.body?.cancel();
  return response.status;
}

/** The line of the list that is about this token. */
const lineOf = async (id: string): Promise<string> =>
  (await postern.run("token list acme")).out.split("\n").find((line) => line.startsWith(id)) ?? "";

test("makes a token with everything that it is given and shows it once", async () => {
  const { out } = await postern.run(
    "token create acme --label laptop --subject auth0|42 --email ada@example.com --role app --scope read --scope write --connection main --connection crm --expires-in-days 90",
  );
  expect(out.match(/^pst_\w+$/gm)).toHaveLength(1);
  expect(out.match(/pst_/g)).toHaveLength(1);
  expect(out).toContain("(in 90 days)");
  expect(out).toContain(`${postern.url}/mcp`);
  const [record] = await postern.admin.listTokens("acme");
  expect(record).toMatchObject({
    label: "laptop",
    subject: "auth0|42",
    email: "ada@example.com",
    role: "app",
    scopes: ["read", "write"],
    connections: ["main", "crm"],
  });
  const listed = await postern.run("token list acme");
  expect(listed.out).not.toContain("pst_");
  expect(listed.out).toMatch(/laptop {2}read,write {2}auth0\|42 ada@example\.com {2}app {3}main,crm .* \(in 90 days\)/);
});

test("says when a token was last used", async () => {
  const { token, record } = await postern.admin.createToken("acme", { label: "used" });
  expect(await query(token, "SELECT 1")).toBe(200);
  await expect
    .poll(async () => (await postern.admin.listTokens("acme")).find(({ id }) => id === record.id)?.lastUsedAt)
    .toBeDefined();
  expect(await lineOf(record.id)).toMatch(/never {2,}20[-\d]+ \d\d:\d\d \(\d+ (second|minute)s? ago\)$/);
});

test("rotates a token, with a day of overlap unless told otherwise", async () => {
  const { token, record } = await postern.admin.createToken("acme", { label: "rotated" });
  const rotated = await postern.run(`token rotate acme ${record.id}`);
  expect(rotated.out).toMatch(new RegExp(`The old token ${record.id} is accepted until .* \\(in 1 day\\), UTC\\.`));
  const [fresh = ""] = /^pst_\w+$/m.exec(rotated.out) ?? [];
  for (const bearer of [token, fresh]) expect(await query(bearer, "SELECT 1")).toBe(200);
  const second = fresh.split("_")[1] ?? "";
  expect(await lineOf(record.id)).toMatch(new RegExp(`\\(in 1 day\\) .* replaced by ${second}$`));
  // Whom the database sees has not changed, and is still nobody that a person named.
  expect(await lineOf(second)).not.toContain("postern|");
  expect(await lineOf(second)).toMatch(new RegExp(`replaces ${record.id}$`));
  expect(await postern.run(`token rotate acme ${record.id}`)).toEqual({
    code: 1,
    out: "",
    error: `Token "${record.id}" was rotated already, to "${second}".\nRotate that one, or revoke this one.\n`,
  });
  const ended = await postern.run(`token rotate acme ${second} --overlap-hours 0`);
  expect(ended.out).toContain(`The old token ${second} is no longer accepted.`);
  expect(await query(fresh, "SELECT 1")).toBe(401);
  expect(await postern.run(`token rotate acme ${second} --overlap-hours 1.5`)).toMatchObject({ code: 2 });
});

async function revoke({ token, record }: IssuedToken, ...flags: string[]): Promise<string> {
  const { out } = await postern.run(["token revoke acme", record.id, ...flags].join(" "));
  expect(await query(token, "SELECT 1")).toBe(401);
  return out.replaceAll(record.id, "ID");
}

test("a revocation promises no more than the Worker can keep", async () => {
  expect(await revoke(await postern.admin.createToken("acme", {}))).toMatchInlineSnapshot(`
    "Revoked token ID.
    Other instances forget it within 30 seconds, and Cloudflare KV spreads the deletion within about 60 seconds.
    "
  `);
  expect(await postern.run("token revoke acme pst_7Qm2xV9bRk4TzN1c_secret")).toMatchObject({ code: 2 });
  expect(await postern.run("token revoke acme 7Qm2xV9bRk4TzN1c")).toMatchObject({
    code: 1,
    error: 'Tenant "acme" has no token "7Qm2xV9bRk4TzN1c".\nList its tokens to see their ids.\n',
  });
});

test("--now ends the statements that run with the token, and names the databases it could not ask", async () => {
  const wrong = Object.assign(new URL(inject("readerUrl")), { password: "wrong" }).href;
  await postern.admin.putConnection("acme", { id: "away", url: wrong });
  const made = await postern.admin.createToken("acme", {});
  const running = async (): Promise<number> => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND state = 'active'";
    return (await database.query(sql, [`postern ${made.record.id} `])).rows.length;
  };
  const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 7654321) b";
  const answered = query(made.token, endless);
  await expect.poll(running, { timeout: 10_000 }).toBe(1);
  expect(await revoke(made, "--now")).toMatchInlineSnapshot(`
    "Revoked token ID.
    The instance of the Worker that answered refuses it from now on.
    Other instances forget it within 30 seconds, and Cloudflare KV spreads the deletion within about 60 seconds.
    Statements of the token that were running and are cancelled: 1.
    Not asked, because the database does not answer: away.
    For certainty beyond that, change the password of the database role and save the connection again.
    "
  `);
  await expect.poll(running).toBe(0);
  await answered;
});

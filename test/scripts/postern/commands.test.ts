import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Postern, startPostern } from "./start-postern.ts";

let postern: Postern;
let count = 0;

beforeAll(async () => {
  postern = await startPostern();
});

afterAll(async () => {
  await postern?.stop();
});

async function newTenant({ url = "" } = {}): Promise<string> {
  count += 1;
  const id = `acme-${count}`;
  await postern.admin.createTenant({ id });
  if (url !== "") await postern.admin.putConnection(id, { id: "main", url });
  return id;
}

const reader = new URL(inject("readerUrl"));
const target = `${reader.username}@${reader.host}${reader.pathname}`;
const wrong = Object.assign(new URL(inject("readerUrl")), { password: "wrong" }).href;
const superuser = inject("postgresUrl");

/** What differs from run to run, replaced by what it is; the width of a port moves the columns behind it. */
const settled = (text: string): string =>
  text
    .replaceAll(target, "TARGET")
    .replace(/^(CONNECTION|.*TARGET).*$/gm, (line) => line.replace(/ {3,}/g, "  "))
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-11-18 14:05")
    .replace(/Postgres 18[.\d]*/g, "Postgres 18");

test("creates, lists and deletes tenants", async () => {
  const empty = await postern.run("tenant list");
  expect(empty).toMatchObject({ code: 0, out: "No tenants yet. Make one: npm run postern -- tenant create acme\n" });
  const made = await postern.run("tenant create acme --name Acme");
  expect(made.out).toBe(
    "Created tenant acme. Give it a database: npm run postern -- connection create acme main --database-url -\n",
  );
  expect((await postern.run("tenant list")).out).toBe("TENANT  NAME  CONNECTIONS\nacme    Acme  none\n");
  expect(await postern.run("tenant create acme")).toEqual({
    code: 1,
    out: "",
    error: 'Tenant "acme" exists already.\nUpdate it, or choose another id.\n',
  });
  expect(await postern.run("tenant delete acme")).toMatchObject({ code: 0, out: "Deleted tenant acme.\n" });
  expect((await postern.run("tenant list --json")).out).toBe("[]\n");
});

test("shows a tenant's policy with its defaults, its connections and how many tokens it has", async () => {
  await postern.run("tenant create shown --set maxRows=500 --set allowedSchemas=sales,crm --set callsPerMinute=300");
  await postern.run("connection create shown main --database-url - --description orders", reader.href);
  await postern.admin.createToken("shown", {});
  const { code, out } = await postern.run("tenant show shown");
  expect(code).toBe(0);
  expect(settled(out)).toMatchInlineSnapshot(`
    "Tenant shown

    SETTING             VALUE       NOTE             WHAT
    maxRows             500         default is 1000  rows in one answer (1 to 1000)
    maxBytes            100000      default          bytes of rows in one answer (1000 to 4000000)
    maxCellCharacters   4000        default          characters of one value; longer ones are cut (20 to 1000000)
    maxStreamRows       10000       default          rows sent to a client that asks for progress (1 to 10000000)
    statementTimeoutMs  15000       default          milliseconds a statement may run (100 to 300000)
    watchIntervalMs     10000       default          milliseconds between looks at the schema while a client listens (100 to 600000)
    callsPerMinute      300         default is 1200  calls of all its tokens together, in one Cloudflare location (60, 300, 1200, 6000)
    maxConcurrentCalls  100         default          calls served at the same time by one isolate (1 to 1000)
    maxQuestionCalls    2           default          calls of a text model for one question (1 to 5)
    maxQuestionTokens   20000       default          tokens that a text model reads and writes for one question (1000 to 200000)
    maxEmbeddingTexts   64          default          texts in one call of generate_embedding (1 to 512)
    lockTimeoutMs       2000        default          milliseconds a statement may wait for a lock (10 to 60000)
    allowCatalog        false       default          system catalogues may be read, except the sensitive ones
    auditToDatabase     false       default          each call leaves a row in api.mcp_exchange of the tenant's database
    allowedSchemas      sales, crm  default is all   only these may be read, and unqualified names are looked up in them
    deniedRelations     none        default          what may not be read: name, schema.name or schema.*
    allowedFunctions    none        default          functions beyond the built-in table: name or schema.name
    deniedFunctions     none        default          functions refused, built-in ones included: name or schema.name
    allowedTools        all         default          the only tools that a token can have

    CONNECTION  DATABASE  DESCRIPTION  SAVED (UTC)  NOTE
    main  TARGET  orders  2026-11-18 14:05  default

    1 token: npm run postern -- token list shown
    "
  `);
  const { out: json } = await postern.run("tenant show shown --json");
  expect(JSON.parse(json)).toMatchObject({ id: "shown", policy: { maxRows: 500 }, tokens: 1 });
});

test("changes a name and single settings, and leaves the others alone", async () => {
  const id = await newTenant();
  await postern.admin.updateTenant(id, { policy: { maxRows: 500, allowedSchemas: ["shop"] } });
  const changes = "--name Acme --set auditToDatabase=true --set allowedSchemas=null --set maxCellCharacters=20";
  const { code, out } = await postern.run(`tenant update ${id} ${changes}`);
  expect({ code, out }).toEqual({
    code: 0,
    out: `Updated tenant ${id}\n  name: Acme\n  maxCellCharacters: 20\n  auditToDatabase: true\n  allowedSchemas: all\n`,
  });
  const { name, policy } = await postern.admin.showTenant(id);
  expect({ name, policy }).toMatchObject({ name: "Acme", policy: { maxRows: 500, auditToDatabase: true } });
  expect(policy).not.toHaveProperty("allowedSchemas");
  expect(await postern.run(`tenant update ${id}`)).toMatchObject({ code: 2, out: "" });
});

test("an empty list says what to do next", async () => {
  const id = await newTenant();
  const next = `connection create ${id} main --database-url -`;
  expect((await postern.run(`connection list ${id}`)).out).toContain(next);
  expect((await postern.run(`connection check ${id}`)).out).toContain(next);
  expect((await postern.run(`token list ${id}`)).out).toContain(`token create ${id} --label`);
  expect((await postern.run(`token list ${id} --json`)).out).toBe("[]\n");
});

test("tells what a new connection's role could do, and saves it all the same", async () => {
  const id = await newTenant();
  const good = await postern.run(`connection create ${id} main --database-url -`, reader.href);
  expect({ ...good, out: settled(good.out) }).toEqual({
    code: 0,
    out: "Saved connection main: TARGET\nmain: Postgres 18, database shop as postern_reader, read-only\n",
    error: "",
  });
  const strong = await postern.run(`connection create ${id} own --database-url ${superuser}`);
  expect(strong.code).toBe(0);
  expect(settled(strong.out)).toMatch(/^own: Postgres 18, database postgres as postgres, not read-only$/m);
  expect(strong.out).toMatch(/^ {2}DANGER superuser: Is a superuser.*\n {4}Fix: .*ALTER ROLE postgres NOSUPERUSER;$/m);
  const away = await postern.run(`connection create ${id} away --json --database-url -`, `${wrong}\n`);
  expect(away.code).toBe(0);
  expect(JSON.parse(away.out)).toMatchObject({ id: "away", check: { reachable: false } });
  expect(away.error).toMatch(/^Warning: away: could not connect \(connection_rejected\)\..* Check the user/);
  expect((await postern.run(`connection list ${id} --json`)).out).not.toContain(reader.password);
});

test("a check fails for a database that does not answer, and with --strict for a role that is too strong", async () => {
  const id = await newTenant({ url: reader.href });
  await postern.admin.putConnection(id, { id: "own", url: superuser });
  expect(await postern.run(`connection check ${id}`)).toMatchObject({ code: 0 });
  expect(await postern.run(`connection check ${id} --strict`)).toMatchObject({ code: 1 });
  expect(await postern.run(`connection check ${id} main --strict`)).toMatchObject({ code: 0 });
  await postern.admin.putConnection(id, { id: "away", url: wrong });
  const all = await postern.run(`connection check ${id} --json`);
  expect(all.code).toBe(1);
  expect(JSON.parse(all.out)).toMatchObject([
    { id: "main", check: { reachable: true, findings: [] } },
    { id: "own", check: { reachable: true, isReadOnly: false } },
    { id: "away", check: { reachable: false } },
  ]);
  expect(await postern.run(`connection check ${id} nowhere`)).toEqual({
    code: 1,
    out: "",
    error: 'There is no connection "nowhere".\nUse one of: main, own, away.\n',
  });
});

test("replaces a connection in its place, and deletes it", async () => {
  const id = await newTenant({ url: reader.href });
  await postern.admin.putConnection(id, { id: "second", url: reader.href });
  await postern.run(`connection create ${id} main --database-url - --description newer`, reader.href);
  expect(settled((await postern.run(`connection list ${id}`)).out)).toMatchInlineSnapshot(`
    "CONNECTION  DATABASE  DESCRIPTION  SAVED (UTC)  NOTE
    main  TARGET  newer  2026-11-18 14:05  default
    second  TARGET  2026-11-18 14:05
    "
  `);
  expect((await postern.run(`connection delete ${id} main`)).out).toBe("Deleted connection main.\n");
  expect(await postern.run(`connection delete ${id} main`)).toMatchObject({
    code: 1,
    error: `Tenant "${id}" has no connection "main".\nIt has: second.\n`,
  });
});

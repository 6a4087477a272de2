import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { type Answer, type BreakingFront, startBreakingFront } from "./breaking-front.ts";
import { runHere } from "./run-here.ts";
import { type Postern, posternAt, startPostern } from "./start-postern.ts";

const { ADMIN_TOKEN: adminToken } = inject("workerSettings");
const READER = "postgres://reader:hunter2secret@db.example.com/app";
let postern: Postern;
let front: BreakingFront;

beforeAll(async () => {
  postern = await startPostern();
  front = await startBreakingFront(postern.url);
  await postern.admin.createTenant({ id: "acme" });
});

afterAll(async () => {
  await front?.close();
  await postern?.stop();
});

test.each([
  ["token list nobody", 'There is no tenant "nobody".\nList the tenants to see their ids.\n'],
  ["tenant create Acme", /^Invalid request: id must be 1 to 63 lower-case letters/],
  ["tenant update acme --set maxRow=5", 'Invalid request: unknown field "maxRow".\nDid you mean "maxRows"?\n'],
  ["tenant update acme --set maxRows=5000", "Invalid request: policy.maxRows must be an integer from 1 to 1000.\n"],
  ["tenant update acme --set callsPerMinute=61", /must be one of 60, 300, 1200, 6000\.\n$/],
  [
    "tenant update acme --set allowedTools=qu*ry",
    /^Invalid request: policy.allowedTools must name tools: some of .*query/,
  ],
  ["token create acme --scope root", "Invalid request: scopes must be some of read, write, admin.\n"],
  ["token create acme --connection main", /none yet: create a connection first/],
  [
    "connection create acme main --database-url https://db.example.com",
    "This connection is not accepted: it is not of the form postgres://user:password@host[:port]/database.\nUse postgres://user:password@host/database with a public host name.\n",
  ],
  [
    "connection create acme main --database-url postgres://u:password@db.example.com/d --proxy pg.example.com",
    "Invalid request: proxy must be one of ALLOWED_PROXIES.\nList its host in the ALLOWED_PROXIES variable of the Worker and deploy again.\n",
  ],
])("%s exits with 1, the Worker's words and its advice", async (line, said) => {
  const { code, out, error } = await postern.run(line);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toMatch(said);
});

test("says that the admin token is wrong", async () => {
  expect(await runHere(["tenant", "list", "--url", postern.url], { env: { ADMIN_TOKEN: "wrong" } })).toEqual({
    code: 1,
    out: "",
    error:
      "The Worker refused the admin token (401).\nSet ADMIN_TOKEN to the Worker's admin token; for the Worker of npm start, unset it.\n",
  });
});

test("says that nothing answers", async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  expect(await posternAt(url).run("tenant list")).toEqual({
    code: 1,
    out: "",
    error: `No answer from ${url} (ECONNREFUSED): is the Worker running?\nnpm start runs one on this machine; --url names another.\n`,
  });
});

const notPostern = "Is this the address of a Postern Worker? --url names another.\n";

test.each<[string, Answer, string]>([
  ["a page", { status: 200, body: "<h1>Hello</h1>" }, `HTTP 200: <h1>Hello</h1>\n${notPostern}`],
  ["other JSON", { status: 200, body: '{"ok":true}' }, `HTTP 200: {"ok":true}\n${notPostern}`],
  ["no object", { status: 200, body: "null" }, `HTTP 200: null\n${notPostern}`],
  ["nothing", { status: 404 }, `HTTP 404: Not Found\n${notPostern}`],
  ["another error", { status: 403, body: '{"error":"no"}' }, `HTTP 403: {"error":"no"}\n${notPostern}`],
  [
    "a redirect",
    { status: 301, headers: { location: "https://elsewhere.example/" } },
    `HTTP 301: redirects to https://elsewhere.example/\n${notPostern}`,
  ],
])("shows what somebody else answered: %s", async (_, answer, error) => {
  front.answers.push(answer);
  expect(await posternAt(front.url).run("tenant list")).toEqual({ code: 1, out: "", error });
});

test("a failure inside the Worker is shown with the request to look for in its log, once", async () => {
  const requestId = "6f9619ff";
  const failed = (message: string): Answer => ({
    status: 500,
    body: JSON.stringify({ error: { code: "internal_error", message, next: "Try again.", requestId } }),
  });
  for (const message of ["It broke.", `It broke (request ${requestId}).`]) {
    front.answers.push(failed(message));
    const { error } = await posternAt(front.url).run("tenant list");
    expect(error).toMatch(/^It broke.*6f9619ff.*\nTry again\.\n$/);
    expect(error.split(requestId)).toHaveLength(2);
  }
});

test("prints no password, no connection string and no admin token, whatever goes wrong", async () => {
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
    `connection list ${READER}`,
    `tenant create acme --policy ${READER}`,
    `tenant create acme --set ${READER}`,
    "connection list acme",
    "tenant list --json",
  ];
  const results = await Promise.all(lines.map((line) => postern.run(line)));
  results.push(await runHere(["tenant", "list", "--url", READER], { env: { ADMIN_TOKEN: adminToken } }));
  for (const [index, { out, error }] of results.entries()) {
    expect(out + error, lines[index]).not.toContain("hunter2secret");
    expect(out + error, lines[index]).not.toContain(adminToken);
    expect(error, lines[index]).not.toContain("    at ");
  }
});

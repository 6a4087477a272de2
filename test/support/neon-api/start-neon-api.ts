import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { connected } from "../../../scripts/local/sample-database.ts";
import { type Answer, fail, ROUTES } from "./neon-routes.ts";
import { type Branch, type NeonState, newId, removeBranch } from "./neon-state.ts";

/** Answers instead of the API while it has `times` left. */
export interface NeonFault {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: Answer;
  /** Does what was asked, and only then fails: an answer that was lost. */
  readonly afterwards?: boolean;
  times: number;
}

export interface NeonApi {
  readonly state: NeonState;
  /** What the command takes from the environment to talk to this. */
  readonly env: Readonly<Record<string, string>>;
  /** The reader's URL in production, where its own Postgres is. */
  readonly readerUrl: string;
  readonly reader: string;
  /** "POST /branches", the oldest first; operations that are only looked at are left out. */
  readonly requests: string[];
  readonly faults: NeonFault[];
  branch(name: string): Branch | undefined;
  close(): Promise<void>;
}

const DATABASE = "crm";

export const locked = (): Answer =>
  fail(423, "project already has running conflicting operations, scheduling of new ones is prohibited");

/** A database with a table, and a role that may only read it. */
async function createOrigin(postgresUrl: string): Promise<{ database: string; reader: string; password: string }> {
  const suffix = randomBytes(4).toString("hex");
  const names = { database: `neon_main_${suffix}`, reader: `neon_reader_${suffix}`, password: randomUUID() };
  await connected(postgresUrl, async (client) => {
    await client.query(`CREATE DATABASE ${names.database}`);
    await client.query(`CREATE ROLE ${names.reader} LOGIN PASSWORD '${names.password}'`);
  });
  await connected(Object.assign(new URL(postgresUrl), { pathname: `/${names.database}` }).href, async (client) => {
    await client.query("CREATE TABLE public.visits (id int PRIMARY KEY); INSERT INTO public.visits VALUES (1), (2)");
    await client.query(`GRANT SELECT ON public.visits TO ${names.reader}`);
  });
  return names;
}

/** Neon's API v2 for one project, as its documentation describes it; a branch is a real database. */
export async function startNeonApi(postgresUrl: string, { copies = true } = {}): Promise<NeonApi> {
  const { database, reader, password } = await createOrigin(postgresUrl);
  const root: Branch = {
    id: newId("br"),
    name: "main",
    parentId: undefined,
    expiresAt: undefined,
    createdAt: new Date().toISOString(),
    databases: new Map([[DATABASE, database]]),
    endpoint: undefined,
  };
  const state: NeonState = {
    projectId: "quiet-sun-12345678",
    apiKey: `napi_${randomBytes(24).toString("hex")}`,
    postgresUrl,
    branches: [root],
    operations: [],
    roles: new Map([[reader, password]]),
    copies,
    storesPasswords: true,
    nextFailure: undefined,
  };
  const [requests, faults]: [string[], NeonFault[]] = [[], []];

  /** Each request sees the running operations one step nearer to their end; while some run, nothing is changed. */
  function isLocked(method: string): boolean {
    const running = state.operations.filter(({ remaining }) => remaining > 0);
    for (const operation of running) operation.remaining -= 1;
    return method !== "GET" && running.length > 0;
  }

  async function perform(method: string, path: string, query: URLSearchParams, body: string): Promise<Answer> {
    const route = ROUTES.find((one) => one.method === method && one.path.test(path));
    if (route === undefined) return fail(404, "this page does not exist");
    const names = route.path.exec(path)?.slice(1) ?? [];
    return await route.answer({ state, names, query, body: JSON.parse(body === "" ? "{}" : body) as unknown });
  }

  async function answer(request: IncomingMessage, url: URL, body: string): Promise<Answer> {
    const [, project, path = ""] = /^\/api\/v2\/projects\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    const { method = "", headers } = request;
    if (!path.startsWith("/operations/")) requests.push(`${method} ${path}`);
    if (headers.authorization !== `Bearer ${state.apiKey}`)
      return fail(401, "supplied credentials do not pass authentication");
    if (project !== state.projectId) return fail(404, "project not found");
    const fault = faults.find((one) => one.times > 0 && one.method === method && one.path.test(path));
    if (fault !== undefined) fault.times -= 1;
    if (fault !== undefined && fault.afterwards !== true) return fault.answer;
    const said = isLocked(method) ? locked() : await perform(method, path, url.searchParams, body);
    return fault?.answer ?? said;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answer(
      request,
      new URL(request.url ?? "/", "http://x"),
      await text(request),
    );
    const traced = status < 400 ? body : { request_id: randomUUID(), ...(body as object) };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(traced));
  }

  const server = createServer((request, response) => {
    // A mistake of this server's own: the test that meets it shows what it was.
    handle(request, response).catch((error: unknown) => response.writeHead(501).end(String(error)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const readerUrl = Object.assign(new URL(postgresUrl), { username: reader, password, pathname: `/${DATABASE}` }).href;
  return {
    state,
    env: { NEON_API_URL: `${origin}/api/v2`, NEON_API_KEY: state.apiKey, NEON_PROJECT_ID: state.projectId },
    readerUrl,
    reader,
    requests,
    faults,
    branch: (name) => state.branches.find((branch) => branch.name === name),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const branch of state.branches.toReversed()) await removeBranch(state, branch);
      await connected(postgresUrl, (client) => client.query(`DROP ROLE ${reader}`));
    },
  };
}

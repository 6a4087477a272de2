import {
  addBranch,
  addEndpoint,
  type Branch,
  type NeonState,
  type Operation,
  removeBranch,
  startOperation,
} from "./neon-state.ts";

export interface Call {
  readonly state: NeonState;
  /** What stands for the groups of the path. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

export const fail = (status: number, message: string, code = ""): Answer => ({ status, body: { code, message } });

const showOperation = ({ id, action, branchId, remaining, failure }: Operation) => ({
  id,
  action,
  branch_id: branchId,
  status: remaining > 0 ? "running" : failure === undefined ? "finished" : "failed",
  ...(failure === undefined || remaining > 0 ? {} : { error: failure }),
  failures_count: failure === undefined ? 0 : 1,
});

const showBranch = ({ id, name, parentId, expiresAt, createdAt }: Branch) => ({
  id,
  name,
  ...(parentId === undefined ? {} : { parent_id: parentId }),
  current_state: "ready",
  default: parentId === undefined,
  protected: false,
  created_at: createdAt,
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
});

function showEndpoint({ id: branchId, endpoint }: Branch) {
  return {
    id: endpoint?.id,
    branch_id: branchId,
    host: endpoint?.door.host,
    type: "read_write",
    current_state: "active",
  };
}

/** Nothing where it is acceptable. */
function checkEnd(expiresAt: string | undefined): Answer | undefined {
  if (expiresAt === undefined) return undefined;
  const ahead = Date.parse(expiresAt) - Date.now();
  if (Number.isNaN(ahead) || !/(Z|[+-]\d\d:\d\d)$/.test(expiresAt)) return fail(400, "expires_at is not RFC 3339");
  if (ahead <= 0 || ahead > THIRTY_DAYS_MS) return fail(400, "expires_at must be within the next 30 days");
  return undefined;
}

const onBranch =
  (work: (branch: Branch, call: Call) => Answer | Promise<Answer>) =>
  (call: Call): Answer | Promise<Answer> => {
    const branch = call.state.branches.find(({ id }) => id === call.names[0]);
    return branch === undefined ? fail(404, "branch not found") : work(branch, call);
  };

interface NewBranch {
  branch?: { name?: string; parent_id?: string; expires_at?: string };
  endpoints?: { type: string }[];
}

export const ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: /^\/branches$/,
    answer({ state, query }) {
      const wanted = query.get("search") ?? "";
      const found = state.branches.filter(({ name, id }) => name.includes(wanted) || id.includes(wanted));
      const [start, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 10_000)];
      const next = String(start + limit);
      return {
        status: 200,
        body: { branches: found.slice(start, start + limit).map(showBranch), pagination: { next } },
      };
    },
  },
  {
    method: "POST",
    path: /^\/branches$/,
    async answer({ state, body }) {
      const { branch: wanted = {}, endpoints = [] } = body as NewBranch;
      const { name = "unnamed", parent_id: parentId, expires_at: expiresAt } = wanted;
      const refused = checkEnd(expiresAt);
      if (refused !== undefined) return refused;
      if (state.branches.some((known) => known.name === name))
        return fail(409, "branch already exists", "BRANCH_ALREADY_EXISTS");
      const parent = state.branches.find(({ id, parentId: of }) =>
        parentId === undefined ? of === undefined : id === parentId,
      );
      if (parent === undefined) return fail(404, "parent branch not found");
      const made = await addBranch(state, parent, { name, expiresAt });
      if (endpoints.length > 0) await addEndpoint(state, made);
      const operations = [startOperation(state, "create_branch", made.id)];
      if (endpoints.length > 0) operations.push(startOperation(state, "start_compute", made.id));
      const shown = operations.map(showOperation);
      const hosts = made.endpoint === undefined ? [] : [showEndpoint(made)];
      return {
        status: 201,
        body: { branch: showBranch(made), endpoints: hosts, operations: shown, roles: [], databases: [] },
      };
    },
  },
  {
    method: "PATCH",
    path: /^\/branches\/([^/]+)$/,
    answer: onBranch((branch, { body }) => {
      const { expires_at: expiresAt } = (body as NewBranch).branch ?? {};
      const refused = checkEnd(expiresAt);
      if (refused !== undefined) return refused;
      branch.expiresAt = expiresAt;
      return { status: 200, body: { branch: showBranch(branch), operations: [] } };
    }),
  },
  {
    method: "DELETE",
    path: /^\/branches\/([^/]+)$/,
    answer: onBranch(async (branch, { state }) => {
      if (branch.parentId === undefined) return fail(422, "cannot delete the default branch");
      await removeBranch(state, branch);
      const operations = [showOperation(startOperation(state, "delete_timeline", branch.id))];
      return { status: 200, body: { branch: showBranch(branch), operations } };
    }),
  },
  {
    method: "GET",
    path: /^\/branches\/([^/]+)\/endpoints$/,
    answer: onBranch((branch) => ({
      status: 200,
      body: { endpoints: branch.endpoint === undefined ? [] : [showEndpoint(branch)] },
    })),
  },
  {
    method: "POST",
    path: /^\/endpoints$/,
    async answer({ state, body }) {
      const { endpoint } = body as { endpoint: { branch_id: string } };
      const branch = state.branches.find(({ id }) => id === endpoint.branch_id);
      if (branch === undefined) return fail(404, "branch not found");
      if (branch.endpoint !== undefined) return fail(409, "read-write endpoint already exists");
      await addEndpoint(state, branch);
      const operations = [showOperation(startOperation(state, "start_compute", branch.id))];
      return { status: 201, body: { endpoint: showEndpoint(branch), operations } };
    },
  },
  {
    method: "GET",
    path: /^\/operations\/([^/]+)$/,
    answer({ state, names }) {
      const found = state.operations.find(({ id }) => id === names[0]);
      return found === undefined
        ? fail(404, "operation not found")
        : { status: 200, body: { operation: showOperation(found) } };
    },
  },
  {
    method: "GET",
    path: /^\/connection_uri$/,
    answer({ state, query }) {
      const branch = state.branches.find(({ id }) => id === query.get("branch_id"));
      const [role, database] = [query.get("role_name") ?? "", query.get("database_name") ?? ""];
      const password = state.roles.get(role);
      if (branch?.endpoint === undefined) return fail(404, "endpoint not found");
      if (password === undefined) return fail(404, "role not found");
      if (!branch.databases.has(database)) return fail(404, "database not found");
      if (!state.storesPasswords) return fail(412, "passwords are not stored in this project");
      const uri = `postgresql://${role}:${password}@${branch.endpoint.door.host}/${database}?sslmode=require&channel_binding=require`;
      return { status: 200, body: { uri } };
    },
  },
];

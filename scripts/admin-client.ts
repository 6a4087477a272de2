import { noAnswer, toAdminError, unexpectedAnswer } from "./admin-error.ts";
import type {
  CheckedQuestion,
  ConnectionCheck,
  ConnectionInfo,
  ImportedQuestions,
  IssuedToken,
  KeyPage,
  ModelCheck,
  ModelInfo,
  ModelUse,
  NewConnection,
  NewModel,
  NewQuestion,
  NewToken,
  PolicySettings,
  Revocation,
  RewrapPage,
  RotatedToken,
  SavedConnection,
  SavedModel,
  SavedQuestion,
  Tenant,
  TenantChanges,
  TokenRecord,
} from "./admin-records.ts";

export type AdminClient = ReturnType<typeof adminClient>;

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export function adminClient({ url, adminToken }: { url: string; adminToken: string }) {
  const base = new URL("/admin/", url);
  const segment = encodeURIComponent;

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(new URL(path, base), {
        method,
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // The admin token goes nowhere that was not asked for.
        redirect: "manual",
      });
    } catch (cause) {
      throw noAnswer(base.origin, cause);
    }
    if (!response.ok) throw await toAdminError(response);
    return response;
  }

  /** The answer, when it is an object with the fields that the Worker would send. */
  async function json<T extends object>(
    fields: readonly (keyof T & string)[],
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const response = await send(method, path, body);
    const text = await response.text();
    const answer = parseObject(text);
    if (answer === undefined || !fields.every((field) => field in answer)) throw unexpectedAnswer(response, text);
    return answer as T;
  }

  const under = (tenant: string, rest: string): string => `tenants/${segment(tenant)}/${rest}`;

  return {
    createTenant: async (tenant: { id: string } & TenantChanges) =>
      (await json<{ tenant: Tenant }>(["tenant"], "POST", "tenants", tenant)).tenant,
    updateTenant: async (tenant: string, changes: TenantChanges) =>
      (await json<{ tenant: Tenant }>(["tenant"], "PATCH", `tenants/${segment(tenant)}`, changes)).tenant,
    listTenants: async () => (await json<{ tenants: Tenant[] }>(["tenants"], "GET", "tenants")).tenants,
    showTenant: async (tenant: string) =>
      (await json<{ tenant: Tenant }>(["tenant"], "GET", `tenants/${segment(tenant)}`)).tenant,
    deleteTenant: async (tenant: string): Promise<void> => {
      await send("DELETE", `tenants/${segment(tenant)}`);
    },
    policySettings: () => json<PolicySettings>(["limits", "flags", "lists"], "GET", "policy"),
    putConnection: (tenant: string, connection: NewConnection) =>
      json<SavedConnection>(["connection", "check"], "POST", under(tenant, "connections"), connection),
    listConnections: async (tenant: string) =>
      (await json<{ connections: ConnectionInfo[] }>(["connections"], "GET", under(tenant, "connections"))).connections,
    checkConnection: async (tenant: string, id: string) => {
      const path = under(tenant, `connections/${segment(id)}/check`);
      return (await json<{ check: ConnectionCheck }>(["check"], "POST", path, {})).check;
    },
    deleteConnection: async (tenant: string, id: string): Promise<void> => {
      await send("DELETE", under(tenant, `connections/${segment(id)}`));
    },
    createToken: (tenant: string, token: NewToken) =>
      json<IssuedToken>(["token", "record"], "POST", under(tenant, "tokens"), token),
    listTokens: async (tenant: string) =>
      (await json<{ tokens: TokenRecord[] }>(["tokens"], "GET", under(tenant, "tokens"))).tokens,
    revokeToken: (tenant: string, id: string, { now }: { now: boolean }) =>
      json<Revocation>(["revoked"], "DELETE", under(tenant, `tokens/${segment(id)}${now ? "?now=1" : ""}`)),
    rotateToken: (tenant: string, id: string, overlapHours: number) => {
      const path = under(tenant, `tokens/${segment(id)}/rotate`);
      return json<RotatedToken>(["token", "record", "previous"], "POST", path, { overlapHours });
    },
    listModels: async (tenant: string) =>
      (await json<{ models: ModelInfo[] }>(["models"], "GET", under(tenant, "models"))).models,
    putModel: (tenant: string, use: ModelUse, model: NewModel) =>
      json<SavedModel>(["model", "check"], "PUT", under(tenant, `models/${use}`), model),
    checkModel: async (tenant: string, use: ModelUse) =>
      (await json<{ check: ModelCheck }>(["check"], "POST", under(tenant, `models/${use}/check`), {})).check,
    deleteModel: async (tenant: string, use: ModelUse): Promise<void> => {
      await send("DELETE", under(tenant, `models/${use}`));
    },
    listQuestions: async (tenant: string) =>
      (await json<{ questions: SavedQuestion[] }>(["questions"], "GET", under(tenant, "questions"))).questions,
    addQuestion: (tenant: string, question: NewQuestion) =>
      json<CheckedQuestion>(["question", "check"], "POST", under(tenant, "questions"), question),
    importQuestions: (tenant: string, questions: readonly NewQuestion[]) =>
      json<ImportedQuestions>(["saved", "failed"], "PATCH", under(tenant, "questions"), { questions }),
    checkQuestion: (tenant: string, id: string) =>
      json<CheckedQuestion>(["question", "check"], "POST", under(tenant, `questions/${segment(id)}/check`), {}),
    deleteQuestion: async (tenant: string, id: string): Promise<void> => {
      await send("DELETE", under(tenant, `questions/${segment(id)}`));
    },
    keyPage: (cursor: string | undefined) =>
      json<KeyPage>(["current", "counts"], "GET", cursor === undefined ? "keys" : `keys?cursor=${segment(cursor)}`),
    rewrapPage: (cursor: string | undefined) =>
      json<RewrapPage>(["current", "failed"], "POST", "keys/rewrap", cursor === undefined ? {} : { cursor }),
  };
}

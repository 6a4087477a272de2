import { beforeAll, expect, test } from "vitest";
import { call, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller({ token: { scopes: ["read", "admin"] } }));
});

const request = (args: object) => ({ name: "set_pg_configuration", arguments: args });

async function namesFor(bearer: string): Promise<readonly string[]> {
  const { json } = await call(bearer, "tools/list");
  return json.result.tools.map((tool: { name: string }) => tool.name);
}

test.each([{ scopes: ["read"] }, { scopes: ["read", "write"] }])(
  "is neither shown to a token with $scopes nor called by it",
  async (options) => {
    const other = await createCaller({ token: options });
    expect(await namesFor(other.token)).not.toContain("set_pg_configuration");
    const { json } = await call(other.token, "tools/call", request({ parameter: "work_mem", value: "8MB" }));
    expect(json.error).toMatchObject({ code: -32602, data: { code: "tool_not_found" } });
  },
);

test("is shown to a token with admin, as a tool that changes things", async () => {
  const { json } = await call(token, "tools/list");
  const tool = json.result.tools.find(({ name }: { name: string }) => name === "set_pg_configuration");
  expect(tool.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  });
});

test.each(["statement_timeout", "auth.tenant_id", "Row_Security ", "shared_preload_libraries", "block_size"])(
  "refuses to change %s",
  async (parameter) => {
    const { json } = await call(token, "tools/call", request({ parameter, value: "DEFAULT" }));
    expect(json.result.isError).toBe(true);
    expect(json.result.structuredContent).toMatchObject({
      code: "sql_refused",
      rule: "setting",
      node: parameter.trim(),
      next: expect.stringContaining("operator"),
    });
  },
);

test.each([{}, { parameter: "work_mem" }, { parameter: "", value: "1" }, { parameter: "work_mem", value: 8 }])(
  "wants a parameter and a value, not %j",
  async (args) => {
    const { json } = await call(token, "tools/call", request(args));
    expect(json.result.structuredContent).toMatchObject({ code: "invalid_arguments" });
  },
);

test("asks for a connection that there is", async () => {
  const args = { parameter: "work_mem", value: "8MB", connection: "other" };
  const { json } = await call(token, "tools/call", request(args));
  expect(json.result.structuredContent).toMatchObject({ code: "connection_missing" });
});

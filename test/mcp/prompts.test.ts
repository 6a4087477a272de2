import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { call, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

test("lists the four prompts with their arguments", async () => {
  const { prompts } = (await call(token, "prompts/list")).json.result;
  expect(prompts.map((prompt: { name: string }) => prompt.name)).toEqual([
    "design-schema",
    "diagnose-query-issue",
    "explore-database",
    "setup-semantic-search",
  ]);
  expect(prompts[0].arguments[0]).toMatchObject({ name: "requirements", required: true });
});

test("renders a prompt from the live schema", async () => {
  const { json } = await call(token, "prompts/get", { name: "explore-database" });
  const [message] = json.result.messages;
  expect(message.role).toBe("user");
  expect(message.content.text).toContain("orders");
});

test("answers an unknown prompt, a missing and an unknown argument with -32602 that says so", async () => {
  const ask = async (params: object) => (await call(token, "prompts/get", params)).json.error;
  expect(await ask({ name: "nope" })).toMatchObject({ code: -32602, data: { code: "prompt_not_found" } });
  expect(await ask({ name: "design-schema" })).toMatchObject({
    code: -32602,
    message: expect.stringContaining("requirements is required"),
  });
  expect(await ask({ name: "explore-database", arguments: { colour: "red" } })).toMatchObject({
    code: -32602,
    message: expect.stringContaining("colour"),
  });
});

test.each([
  ["prompts/get", { name: "explore-database" }],
  ["resources/list", {}],
  ["resources/read", { uri: "pg://settings" }],
  [
    "completion/complete",
    { ref: { type: "ref/resource", uri: "postgres:///{schema}/{table}" }, argument: { name: "schema", value: "" } },
  ],
])("answers %s with -32001 database_not_ready while the database is down", async (method, params) => {
  const down = await createCaller({ url: env.READER_URL.replace(/:\d+\//, ":1/") });
  expect((await call(down.token, method, params)).json.error).toMatchObject({
    code: -32001,
    data: { code: "database_not_ready", reason: "database_not_ready", retryable: true },
  });
});

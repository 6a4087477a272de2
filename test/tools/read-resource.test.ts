import { beforeAll, expect, test } from "vitest";
import { fenced } from "../support/fenced-table.ts";
import { call, createCaller, type Reply } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function readResource(args: object, caller = token): Promise<Reply["json"]> {
  return (await call(caller, "tools/call", { name: "read_resource", arguments: args })).json.result;
}

test.each(["pg://system_info", "pg://stat/replication", "postgres:///shop/orders"])(
  "reads %s as resources/read does, fenced",
  async (uri) => {
    const { contents } = (await call(token, "resources/read", { uri })).json.result;
    const { content, structuredContent } = await readResource({ uri });
    expect(content[0].text).toMatch(new RegExp(`^${RegExp.escape(uri)} \\(application/json\\)\n`));
    expect(fenced(content[0].text)).toBe(contents[0].text);
    expect(structuredContent).toEqual({
      uri,
      mimeType: "application/json",
      document: JSON.parse(contents[0].text),
      truncated: false,
    });
  },
);

test("lists what resources/list does", async () => {
  const { resources } = (await call(token, "resources/list")).json.result;
  const { content, structuredContent } = await readResource({ list: true });
  expect(structuredContent).toEqual({ resources, truncated: false });
  expect(content[0].text).toMatch(/^Available Resources:\n/);
  expect(fenced(content[0].text).split("\n")).toHaveLength(resources.length);
  expect(fenced(content[0].text)).toContain("\npostgres:///shop/categories\tTABLE: Product categories");
});

test.each([{}, { list: false }, { uri: "pg://settings", list: true }, { uri: "" }])(
  "wants exactly one of uri and list: %o",
  async (args) => {
    const result = await readResource(args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      code: "invalid_arguments",
      message: "Pass either uri or list: true.",
    });
  },
);

test("says that a resource is unknown", async () => {
  const result = await readResource({ uri: "pg://nope" });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({ code: "resource_not_found", uri: "pg://nope" });
});

test("fits a long document to the tenant's limit and says what is missing", async () => {
  const small = await createCaller({ policy: { maxBytes: 5000 } });
  const { content, structuredContent } = await readResource({ uri: "pg://settings" }, small.token);
  const { settings, setting_count } = structuredContent.document;
  const dropped = setting_count - settings.length;
  expect(structuredContent.truncated).toBe(true);
  expect(JSON.stringify(structuredContent.document).length).toBeLessThanOrEqual(5000);
  expect(JSON.parse(fenced(content[0].text))).toEqual(structuredContent.document);
  expect(content[0].text).toContain(`the last ${String(dropped)} entries of settings did not fit`);
  const list = await readResource({ list: true }, (await createCaller({ policy: { maxBytes: 1000 } })).token);
  expect(list.structuredContent.truncated).toBe(true);
  expect(list.content[0].text).toMatch(/^Available Resources \(\d of 15; use resources\/list for all\):/);
});

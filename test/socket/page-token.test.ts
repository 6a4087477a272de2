import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, createToken, openPage, runSql, setStage, type Stage } from "../support/open-page.ts";

const foreignName = "gate.example";
let stage: Stage;

beforeAll(async () => {
  stage = await setStage(foreignName);
});

afterAll(async () => {
  await stage.close();
});

test("connects with a token and tells what it has", async () => {
  const page = await openPage(stage);
  expect(await connect(page, `  Bearer ${stage.token}\n`)).toMatch(
    /^Connected to tenant socket-\w+\. MCP 2026-07-28\. This token has 7 tools: generate_embedding, get_schema_info, query, /,
  );
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

test("connects with a token that has no tools", async () => {
  const page = await openPage(stage);
  const token = await createToken(stage.url, { token: { scopes: ["write"] } });
  expect(await connect(page, token)).toMatch(/^Connected\. MCP 2026-07-28\. This token has no tools\.$/);
  expect(await runSql(page, "SELECT 1")).toContain('There is no tool "query".\nNext: Call tools/list.');
  await page.context().close();
});

test.each([
  ["no token", "", "There is no token."],
  ["nonsense", "nonsense", "The server does not know this token."],
  ["a token that is not there", "pst_0000000000000000_00000000000000000000000000000000000", "The server does not know"],
  ["characters that no header takes", "pst_\u{1F511}", "This is not a token"],
  ["a blank in the middle", "a b", "This is not a token"],
])("says what is wrong with %s, and what to do", async (_, token, message) => {
  const page = await openPage(stage);
  for (const shown of [await connect(page, token), await runSql(page, "SELECT 1")]) {
    expect(shown).toContain(message);
    expect(shown).toMatch(/\nNext: \S/);
  }
  await page.context().close();
});

test("keeps the token in memory only", async () => {
  const page = await openPage(stage);
  const field = page.getByLabel("Token", { exact: true });
  expect([await field.getAttribute("type"), await field.getAttribute("autocomplete")]).toEqual(["password", "off"]);
  await connect(page, stage.token);
  await runSql(page, "SELECT 1");
  const kept = await page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state, window.name,
    await indexedDB.databases(), await caches.keys(),
  ]))()`);
  expect(kept).toBe(JSON.stringify([{}, {}, "", stage.url.href, null, "", [], []]));
  expect(await page.context().cookies()).toEqual([]);
  for (const { url, headers } of page.requests) {
    expect(url.includes(stage.token)).toBe(false);
    const { authorization, ...others } = headers;
    expect(JSON.stringify(others).includes(stage.token)).toBe(false);
    expect(authorization !== undefined).toBe(url.endsWith("/mcp"));
  }
  expect((await page.locator("body").innerText()).includes(stage.token)).toBe(false);
  await page.reload();
  expect(await field.inputValue()).toBe("");
  await page.context().close();
});

test("shows and hides the token", async () => {
  const page = await openPage(stage);
  const field = page.getByLabel("Token", { exact: true });
  const show = page.getByRole("button", { name: "Show the token" });
  for (const [type, pressed] of [
    ["text", "true"],
    ["password", "false"],
  ]) {
    await show.click();
    expect([await field.getAttribute("type"), await show.getAttribute("aria-pressed")]).toEqual([type, pressed]);
  }
  await page.context().close();
});

test("says when it failed itself", async () => {
  const page = await openPage(stage);
  await page.route("**/mcp", (route) =>
    route.fulfill({ contentType: "application/json", body: '{"jsonrpc":"2.0","id":1,"result":{}}' }),
  );
  expect(await connect(page, stage.token)).toMatch(/^This page failed: TypeError/);
  await page.context().close();
});

test("says when the server cannot be reached, or answers what is not MCP", async () => {
  const page = await openPage(stage);
  await page.context().setOffline(true);
  expect(await connect(page, stage.token)).toBe(
    "The server could not be reached.\nNext: Check your connection, then try again.",
  );
  await page.context().setOffline(false);
  await page.route("**/mcp", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" }));
  expect(await connect(page, stage.token)).toBe("The server answered 502, and not as MCP does.");
  await page.route("**/mcp", (route) => route.fulfill({ contentType: "application/json", body: "null" }));
  expect(await connect(page, stage.token)).toBe("The server answered 200, and not as MCP does.");
  await page.context().close();
});

test("is refused under a name that is not the Worker's own, and selects what it cannot copy", async () => {
  const page = await openPage({ ...stage, url: new URL(`http://${foreignName}/`) });
  const shown = await connect(page, stage.token);
  expect(shown).toContain("This origin may not call Postern.\nNext: The operator can list it in ALLOWED_ORIGINS.");
  expect(shown).toMatch(/origin_forbidden, request [\w-]{36}$/);
  // Without TLS a page has no clipboard.
  await page.getByRole("button", { name: "Copy the address" }).click();
  await page.getByRole("button", { name: "Selected the address" }).waitFor();
  expect(await page.evaluate("String(getSelection())")).toBe(`http://${foreignName}/mcp`);
  await page.context().close();
});

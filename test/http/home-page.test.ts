import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { revisions } from "../../src/mcp/revisions.ts";
import { tools } from "../../src/tools/registry.ts";
import { call, createCaller } from "../support/worker.ts";

const own = "https://gate.example";

async function get(path: string, init: RequestInit = {}, origin = own): Promise<{ response: Response; text: string }> {
  const response = await exports.default.fetch(`${origin}${path}`, init);
  return { response, text: await response.text() };
}

const { response: page, text: html } = await get("/");
const policy = (page.headers.get("content-security-policy") ?? "").split("; ");

async function hashOf(element: "script" | "style"): Promise<string> {
  const [, text = ""] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(html) ?? [];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `${element}-src 'sha256-${new Uint8Array(digest).toBase64()}'`;
}

test("allows its own script and style by their hashes, itself to be called, and nothing else", async () => {
  expect(policy.toSorted()).toEqual(
    [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      await hashOf("script"),
      await hashOf("style"),
    ].toSorted(),
  );
});

test.each(["/", "/llms.txt", "/favicon.ico", "/robots.txt"])("serves %s with headers that cut it off", async (path) => {
  const { response } = await get(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});

test.each([
  ["/", "text/html; charset=UTF-8", "no-cache"],
  ["/llms.txt", "text/plain; charset=UTF-8", "no-cache"],
  ["/favicon.ico", "image/svg+xml", "public, max-age=86400"],
  ["/robots.txt", "text/plain; charset=UTF-8", "public, max-age=86400"],
])("answers GET, HEAD and a conditional GET for %s", async (path, type, cache) => {
  const { response, text } = await get(path);
  const tag = response.headers.get("etag") ?? "";
  expect(text).not.toBe("");
  expect(tag).toMatch(/^"\w+"$/);
  expect([response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([type, cache]);

  const head = await get(path, { method: "HEAD" });
  expect([head.response.status, head.text, head.response.headers.get("etag")]).toEqual([200, "", tag]);

  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await get(path, { headers: { "if-none-match": known } });
    expect([again.response.status, again.text]).toEqual([304, ""]);
    expect(again.response.headers.get("cache-control")).toBe(cache);
  }
  expect((await get(path, { headers: { "if-none-match": '"other"' } })).response.status).toBe(200);
});

test("has another tag for another address, so that no cache mixes them up", async () => {
  const other = await get("/", {}, "https://other.example");
  expect(other.response.headers.get("etag")).not.toBe(page.headers.get("etag"));
});

test("stays small", () => {
  expect(new TextEncoder().encode(html).length).toBeLessThan(30 * 1024);
});

test("leaves no place of its template unfilled", () => {
  const markup = html.replace(/<script[^]*<\/script>/, "");
  expect(markup.match(/\{\{\w|undefined|\[object/)).toBeNull();
});

const loads = /<(?:script|img|iframe|link|video|audio|object|embed|form)\b[^>]*\b(?:src|href|action|data)="([^"]*)"/g;

test("loads nothing but its own icon", () => {
  expect([...html.matchAll(loads)].map(([, url]) => url)).toEqual(["/favicon.ico"]);
  expect(html.match(/url\(|@import|style="|\son\w+="/)).toBeNull();
});

test.each([
  own,
  "http://localhost:8787",
  "https://xn--mnchen-3ya.example",
  "http://[::1]:8787",
  "https://a_b.c-d.example.",
])("shows %s in every line to copy", async (origin) => {
  const { text } = await get("/", {}, origin);
  const places = text.match(/https?:\/\/[^\s"'<)]*\/mcp\b/g) ?? [];
  expect(places.length).toBeGreaterThan(7);
  expect(new Set(places)).toEqual(new Set([`${origin}/mcp`]));
  expect((await get("/llms.txt", {}, origin)).text).toContain(`${origin}/mcp,`);
});

/** The blocks to copy, as a browser would show them. */
const snippets = [...html.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)].map(([, text = ""]) => text);

test("gives each client a configuration that it can read", () => {
  const parsed = snippets.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text) as object);
  const headers = { Authorization: "Bearer YOUR_TOKEN" };
  expect(parsed).toEqual([
    {
      mcpServers: {
        postern: {
          command: "npx",
          args: ["-y", "mcp-remote", `${own}/mcp`, "--header", "Authorization:${AUTH}"],
          env: { AUTH: "Bearer YOUR_TOKEN" },
        },
      },
    },
    { mcpServers: { postern: { url: `${own}/mcp`, headers } } },
    {
      inputs: [{ type: "promptString", id: "postern-token", description: "Postern token", password: true }],
      servers: {
        postern: {
          type: "http",
          url: `${own}/mcp`,
          headers: { Authorization: "Bearer ${input:postern-token}" },
        },
      },
    },
    { type: "mcp", server_label: "postern", server_url: `${own}/mcp`, authorization: "YOUR_TOKEN" },
  ]);
});

test("lets clients install it by links that carry no token", () => {
  const linkOf = (scheme: string): string =>
    new RegExp(`href="(${scheme}:[^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const cursor = new URL(linkOf("cursor"));
  expect([cursor.host, cursor.pathname, cursor.searchParams.get("name")]).toEqual([
    "anysphere.cursor-deeplink",
    "/mcp/install",
    "postern",
  ]);
  expect(JSON.parse(atob(cursor.searchParams.get("config") ?? ""))).toEqual({
    url: `${own}/mcp`,
    headers: { Authorization: "Bearer YOUR_TOKEN" },
  });
  const [place, config = ""] = linkOf("vscode").split("?");
  expect(place).toBe("vscode:mcp/install");
  expect(JSON.parse(decodeURIComponent(config))).toEqual({
    name: "postern",
    type: "http",
    url: `${own}/mcp`,
    headers: { Authorization: "Bearer ${input:postern-token}" },
    inputs: [{ type: "promptString", id: "postern-token", description: "Postern token", password: true }],
  });
});

test("gives a curl line that the server answers", async () => {
  const line = snippets.find((text) => text.startsWith("curl")) ?? "";
  const [, body = ""] = /-d '([^']*)'$/.exec(line) ?? [];
  const { method, params } = JSON.parse(body) as { method: string; params: object };
  const { token } = await createCaller();
  const { json } = await call(token, method, params);
  expect(json.result.structuredContent.rows[0][0]).toMatch(/^PostgreSQL /);
});

test("tells the version, the revisions, and every tool with its scope and cost", () => {
  expect(html).toContain(`<dd id="version">${version}</dd>`);
  expect(html).toContain(`<dd>${revisions.join(", ")}</dd>`);
  const rows = [
    ...html.matchAll(
      /<code>(\w+)<\/code>\s*<p>[^]*?<\/p>\s*<\/th>\s*<td>(\w+)<\/td>\s*<td class="number">(\d+)<\/td>/g,
    ),
  ];
  const shown = rows.map(([, name, scope]) => `${String(name)} ${String(scope)}`);
  expect(shown.toSorted()).toEqual(tools.map(({ name, scope }) => `${name} ${scope}`).toSorted());
  const scopes = rows.map(([, , scope]) => scope);
  expect(scopes).toEqual([...scopes].toSorted((a, b) => Number(b === "read") - Number(a === "read")));
});

test("serves each revision that it names", async () => {
  const { token } = await createCaller();
  for (const revision of revisions.slice(1)) {
    const { json } = await call(token, "initialize", { protocolVersion: revision });
    expect(json.result.protocolVersion).toBe(revision);
  }
  expect(revisions[0]).toBe("2026-07-28");
});

test("describes itself to language models in the llms.txt format", async () => {
  const { text } = await get("/llms.txt");
  const [title, , summary] = text.split("\n");
  expect([title, summary]).toEqual(["# Postern", expect.stringMatching(/^> \S/)]);
  for (const tool of tools) expect(text).toContain(`- \`${tool.name}\` (${tool.scope}): ${tool.description}\n`);
  // Behind a second-level heading there are only links.
  const sections = text.split(/^## /m).slice(1);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(["Docs", "Optional"]);
  for (const section of sections) {
    const lines = section
      .split("\n")
      .slice(1)
      .filter((line) => line !== "");
    for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): \S/);
  }
  for (const [, link = ""] of text.matchAll(/\]\((https:\/\/gate\.example[^)]*)\)/g))
    expect((await exports.default.fetch(link)).status).toBe(200);
});

test("still answers other paths with a plain 404", async () => {
  for (const path of ["/page.css", "/page/page.html", "/.well-known/oauth-protected-resource", "/index.html"])
    expect((await get(path)).response.status).toBe(404);
  expect((await get("/", { method: "POST" })).response.status).toBe(404);
});

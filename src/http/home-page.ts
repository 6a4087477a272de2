import type { Context } from "hono";
import { version } from "../../package.json";
import { revisions } from "../mcp/revisions.ts";
import { fillTemplate } from "./fill-template.ts";
import type { HttpEnv } from "./http-env.ts";
import { installLinks } from "./install-links.ts";
import { leanText } from "./lean-text.ts";
import { ownOrigin } from "./own-origin.ts";
import { bareContentPolicy } from "./page-headers.ts";
import callServer from "./page/call-server.mjs";
import copyButtons from "./page/copy-buttons.mjs";
import findElement from "./page/find-element.mjs";
import icon from "./page/icon.svg";
import styleSheet from "./page/page.css";
import pageTemplate from "./page/page.html";
import showOutcome from "./page/show-outcome.mjs";
import showRows from "./page/show-rows.mjs";
import status from "./page/status.mjs";
import toolTemplate from "./page/tool.html";
import tryIt from "./page/try-it.mjs";
import { tokensOf, toolCosts } from "./tool-costs.ts";

// One after the other they are one script, which needs no further request and no bundler.
const script = leanText([findElement, status, copyButtons, callServer, showOutcome, showRows, tryIt].join(""));
const style = leanText(styleSheet);
const [page, toolRow] = [leanText(pageTemplate), leanText(toolTemplate)];

let contentPolicy: string | undefined;

/** Nothing runs but this script, nothing is loaded but the icon, and nothing is called but this Worker. */
async function makeContentPolicy(): Promise<string> {
  const hashOf = async (text: string): Promise<string> => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return `'sha256-${new Uint8Array(digest).toBase64()}'`;
  };
  return [
    bareContentPolicy,
    `script-src ${await hashOf(script)}`,
    `style-src ${await hashOf(style)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const count = (tokens: number): string => tokens.toLocaleString("en");

/** The page for people: is it up, how to connect each client to this very address, and a place to try it. */
export async function homePage(c: Context<HttpEnv>): Promise<Response> {
  const origin = ownOrigin(c.req.raw);
  contentPolicy ??= await makeContentPolicy();
  c.header("content-security-policy", contentPolicy);
  c.header("cache-control", "no-cache");
  const tools = toolCosts.map((tool) => fillTemplate(toolRow, { ...tool, tokens: count(tool.tokens) }));
  const url = `${origin}/mcp`;
  const links = installLinks(url);
  const texts = {
    host: new URL(origin).host,
    url,
    cursorLink: links.cursor,
    codeLink: links.visualStudioCode,
    version,
    revisions: revisions.join(", "),
    readTokens: count(tokensOf("read")),
  };
  const markup = {
    icon,
    style: `<style>${style}</style>`,
    script: `<script type="module">${script}</script>`,
    tools: tools.join(""),
  };
  return c.html(fillTemplate(page, texts, markup));
}

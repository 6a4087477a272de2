import type { Context } from "hono";
import type { HttpEnv } from "./http-env.ts";
import { bareContentPolicy } from "./page-headers.ts";
import icon from "./page/icon.svg";

const ONE_DAY = "public, max-age=86400";

/** Browsers ask for it under this name whatever a page says. */
export function favicon(c: Context<HttpEnv>): Response {
  c.header("content-security-policy", bareContentPolicy);
  c.header("cache-control", ONE_DAY);
  c.header("content-type", "image/svg+xml");
  return c.body(icon);
}

/** A gate is nothing to find in a search engine. */
export function robots(c: Context<HttpEnv>): Response {
  c.header("content-security-policy", bareContentPolicy);
  c.header("cache-control", ONE_DAY);
  return c.text("User-agent: *\nAllow: /llms.txt\nDisallow: /\n");
}

import { type Context, Hono } from "hono";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { AppError, toAppError } from "../errors.ts";
import { log } from "../log.ts";
import { failureFacts } from "../mcp/failure-facts.ts";
import { admin } from "./admin.ts";
import { errorResponse } from "./error-response.ts";
import { health } from "./health.ts";
import { homePage } from "./home-page.ts";
import type { HttpEnv } from "./http-env.ts";
import { llmsText } from "./llms-text.ts";
import { favicon, robots } from "./page-files.ts";
import { pageHeaders } from "./page-headers.ts";

const MAX_SHOWN = 200;

const MCP_PATH = /^(?:\/mcp|\/previews\/)/;

/** A path for the log: decoded, so that the shape of a secret in it shows, and short, because anybody can send one. */
function shownPath(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, MAX_SHOWN);
  } catch {
    return "(not readable)";
  }
}

/** The whole HTTP surface around whatever answers MCP messages. */
export function createApp(mcp: (c: Context<HttpEnv>) => Promise<Response>): Hono<HttpEnv> {
  // Given by name: where a fixed word and a parameter stand at one place of two routes, Hono would fall back without a
  // word to a router that searches for every call. This one throws.
  const app = new Hono<HttpEnv>({ router: new RegExpRouter() });

  app.use(async (c, next) => {
    const started = Date.now();
    c.set("requestId", crypto.randomUUID());
    await next();
    c.header("x-request-id", c.get("requestId"));
    const call = c.get("call");
    if (call === undefined) {
      log("request", {
        requestId: c.get("requestId"),
        method: c.req.method,
        path: shownPath(c.req.path),
        status: c.res.status,
        ms: Date.now() - started,
      });
    } else {
      call.record.note({ status: c.res.status });
      call.release();
    }
  });

  app.all("/mcp", mcp);
  app.all("/mcp/v1", mcp);
  app.all("/previews/:preview/mcp", mcp);
  app.get("/health", health);
  app.get("/", ...pageHeaders, homePage);
  app.get("/llms.txt", ...pageHeaders, llmsText);
  app.get("/favicon.ico", ...pageHeaders, favicon);
  app.get("/robots.txt", ...pageHeaders, robots);
  app.route("/admin", admin);

  app.notFound((c) =>
    errorResponse(new AppError("not_found", `Nothing is served at ${c.req.path}.`), "api", c.get("requestId")),
  );

  app.onError((thrown, c) => {
    const requestId = c.get("requestId");
    const error = toAppError(thrown, requestId);
    const facts = failureFacts(error);
    const call = c.get("call");
    if (call !== undefined) call.record.note(facts);
    else if (facts.cause !== undefined) log("failure", { requestId, ...facts });
    return errorResponse(error, MCP_PATH.test(c.req.path) ? "mcp" : "api", requestId);
  });
  return app;
}

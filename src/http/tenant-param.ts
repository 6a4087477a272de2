import type { Context } from "hono";
import type { HttpEnv } from "./http-env.ts";

/** The tenant in the path of a route that is mounted below it. */
export const tenantParam = (c: Context<HttpEnv>): string => c.req.param("tenant") ?? "";

import { Hono } from "hono";
import { readConfig } from "../config.ts";
import { countKeys, rewrapPage } from "../tenants/rewrap.ts";
import { optionalText, requireFields } from "./admin-input.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";

/** Both work page by page, so that no number of tenants is too many for one request. */
export const adminKeys = new Hono<HttpEnv>();

adminKeys.get("/", async (c) =>
  c.json(await countKeys(c.env.POSTERN_KV, readConfig(c.env).sealingKeys, c.req.query("cursor"))),
);

adminKeys.post("/rewrap", async (c) => {
  const { cursor } = optionalText(requireFields(await readJsonBody(c.req.raw), ["cursor"]), "cursor");
  return c.json(await rewrapPage(c.env.POSTERN_KV, readConfig(c.env).sealingKeys, cursor));
});

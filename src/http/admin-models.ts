import { type Context, Hono } from "hono";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import type { ModelUse } from "../model-providers.ts";
import { deleteModel, saveModel } from "../tenants/model-store.ts";
import { modelUses } from "../tenants/model-uses.ts";
import type { Tenant } from "../tenants/records.ts";
import { loadTenant } from "../tenants/tenant-store.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { checkModel, type ModelCheck } from "./model-check.ts";
import { modelInput } from "./model-input.ts";
import { showModel } from "./model-view.ts";
import { operatorContext } from "./operator-context.ts";
import { tenantParam } from "./tenant-param.ts";

/** The models of a tenant, one for each use. */
export const adminModels = new Hono<HttpEnv>();

adminModels.get("/", async (c) => {
  const { models } = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ models: modelUses.map((use) => showModel(use, models, readConfig(c.env))) });
});

adminModels.get("/:use", async (c) => {
  const use = useParam(c.req.param("use"));
  const { models } = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ model: showModel(use, models, readConfig(c.env)) });
});

adminModels.put("/:use", async (c) => {
  const use = useParam(c.req.param("use"));
  const config = readConfig(c.env);
  const wanted = modelInput(await readJsonBody(c.req.raw), use, config.localProxy !== undefined);
  const saved = await saveModel(c.env.POSTERN_KV, config.sealingKeys, tenantParam(c), use, wanted);
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  // Just as it was saved: KV need not show it here yet.
  const models = { ...tenant.models, [use]: saved };
  return c.json({ model: showModel(use, models, config), check: await check(c, { ...tenant, models }, use) });
});

adminModels.delete("/:use", async (c) => {
  await deleteModel(c.env.POSTERN_KV, tenantParam(c), useParam(c.req.param("use")));
  return c.body(null, 204);
});

adminModels.post("/:use/check", async (c) => {
  const use = useParam(c.req.param("use"));
  const tenant = await loadTenant(c.env.POSTERN_KV, tenantParam(c));
  return c.json({ check: await check(c, tenant, use) });
});

function useParam(given: string): ModelUse {
  const use = modelUses.find((known) => known === given);
  if (use !== undefined) return use;
  throw new AppError("not_found", `A model is for ${modelUses.join(" or ")}.`, { next: "Name one of these." });
}

async function check(c: Context<HttpEnv>, tenant: Tenant, use: ModelUse): Promise<ModelCheck> {
  return await checkModel(use, operatorContext(c, tenant).models);
}

import { Hono } from "hono";
import { createTenant, deleteTenant, listTenants, loadTenant, saveTenant } from "../tenants/tenant-store.ts";
import { identifier, invalid, policy, policyNames, requireFields, text } from "./admin-input.ts";
import { showTenant } from "./admin-views.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { previewInput } from "./preview-input.ts";

export const adminTenants = new Hono<HttpEnv>();

adminTenants.post("/", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["id", "name", "policy", "preview"]);
  const id = identifier(fields["id"], "id");
  const tenant = {
    id,
    name: text(fields["name"], "name", id),
    policy: policy(fields["policy"]),
    ...previewInput(fields["preview"]),
  };
  await createTenant(c.env.POSTERN_KV, tenant);
  return c.json({ tenant: showTenant({ ...tenant, connections: [], models: { tenant: id } }) }, 201);
});

adminTenants.get("/", async (c) => c.json({ tenants: (await listTenants(c.env.POSTERN_KV)).map(showTenant) }));

adminTenants.get("/:tenant", async (c) =>
  c.json({ tenant: showTenant(await loadTenant(c.env.POSTERN_KV, c.req.param("tenant"))) }),
);

adminTenants.patch("/:tenant", async (c) => {
  const fields = requireFields(await readJsonBody(c.req.raw), ["name", "policy", "preview"]);
  const tenant = await loadTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  const changes = requireFields(fields["policy"] ?? {}, policyNames);
  const name = text(fields["name"], "name", tenant.name);
  const preview = previewInput(fields["preview"]);
  // Otherwise one call would give a tenant that people rely on an end.
  if (preview.preview !== undefined && tenant.preview === undefined)
    throw invalid("preview can be changed, but only a new tenant can be made one");
  const changed = { ...tenant, name, policy: policy({ ...tenant.policy, ...changes }), ...preview };
  await saveTenant(c.env.POSTERN_KV, changed);
  return c.json({ tenant: showTenant(changed) });
});

adminTenants.delete("/:tenant", async (c) => {
  await deleteTenant(c.env.POSTERN_KV, c.req.param("tenant"));
  return c.body(null, 204);
});

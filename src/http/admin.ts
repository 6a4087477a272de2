import { Hono } from "hono";
import { policyFlags, policyLimits, policyLists } from "../config.ts";
import { adminConnections } from "./admin-connections.ts";
import { adminKeys } from "./admin-keys.ts";
import { adminModels } from "./admin-models.ts";
import { adminQuestions } from "./admin-questions.ts";
import { adminTenants } from "./admin-tenants.ts";
import { adminTokens } from "./admin-tokens.ts";
import type { HttpEnv } from "./http-env.ts";
import { requireAdmin } from "./require-admin.ts";

/** The operator's API, which the postern command uses. */
export const admin = new Hono<HttpEnv>();

admin.use(async (c, next) => {
  await requireAdmin(c);
  await next();
});

admin.get("/policy", (c) => c.json({ limits: policyLimits, flags: policyFlags, lists: policyLists }));
admin.route("/tenants", adminTenants);
admin.route("/tenants/:tenant/connections", adminConnections);
admin.route("/tenants/:tenant/tokens", adminTokens);
admin.route("/tenants/:tenant/models", adminModels);
admin.route("/tenants/:tenant/questions", adminQuestions);
admin.route("/keys", adminKeys);

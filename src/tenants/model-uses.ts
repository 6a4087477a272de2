import type { ModelUse } from "../model-providers.ts";

/** All that a tenant can have a model for. */
export const modelUses: readonly ModelUse[] = ["embedding", "text"];

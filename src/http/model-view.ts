import type { Config, ModelSetup } from "../config.ts";
import { findProvider, type ModelUse } from "../model-providers.ts";
import type { ModelsRecord } from "../tenants/records.ts";

/** The model that a tenant uses, and who chose it; never its key. */
export interface ModelView {
  readonly use: ModelUse;
  readonly source: "tenant" | "deployment" | "built in" | "none";
  readonly provider?: string;
  readonly model?: string | undefined;
  readonly url?: string | undefined;
  readonly dimensions?: number | undefined;
  readonly hasKey?: boolean;
  /** What is wrong with the deployment's settings. */
  readonly problem?: string;
}

export function showModel(use: ModelUse, own: ModelsRecord, config: Config): ModelView {
  const [mine, shared] = [own[use], config.models[use]];
  if (mine !== undefined) return { use, source: "tenant", ...describe(use, mine), hasKey: mine.sealed !== undefined };
  if (shared !== undefined && "problem" in shared) return { use, source: "deployment", problem: shared.problem };
  if (shared !== undefined)
    return { use, source: "deployment", ...describe(use, shared), hasKey: shared.key !== undefined };
  if (use === "text") return { use, source: "none" };
  return { use, source: "built in", ...describe(use, { provider: "local" }), hasKey: false };
}

/** With the provider's usual model and its dimensions where the settings leave them out. */
function describe(use: ModelUse, { provider, model, url, dimensions }: ModelSetup) {
  const facts = findProvider(provider);
  const name = model ?? facts?.[use]?.model;
  const usual = use === "embedding" && name !== undefined ? facts?.embedding?.dimensions[name] : undefined;
  return { provider, model: name, url, dimensions: dimensions ?? usual };
}

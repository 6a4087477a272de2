import { localEmbedder } from "../ai/local-embedder.ts";
import type { Config } from "../config.ts";
import type { Models } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Identity } from "./request-context.ts";

/** The models of the caller's tenant, else of the deployment. */
export function tenantModels(_identity: Identity, _config: Config): Models {
  return {
    embedder: (choice = {}) => {
      const provider = choice.provider ?? "local";
      if (provider !== "local")
        throw new AppError("model_missing", `The embedding provider "${provider}" is not set up.`);
      return Promise.resolve(localEmbedder);
    },
    textModel: () => Promise.resolve(undefined),
  };
}

import { createEmbedder } from "../ai/create-embedder.ts";
import type { Embedder, EmbedderChoice } from "../ai/embedder.ts";
import { localEmbedder } from "../ai/local-embedder.ts";
import { openModel } from "../ai/open-model.ts";
import { findOffer } from "../ai/providers.ts";
import type { TextModel } from "../ai/text-model.ts";
import type { ModelSetup } from "../config.ts";
import type { Models } from "../context.ts";
import { AppError } from "../errors.ts";
import type { ModelUse } from "../model-providers.ts";
import { modelSealId } from "../tenants/model-seal.ts";
import { unseal } from "../tenants/sealing.ts";
import type { CallIdentity, Identity, Surroundings } from "./request-context.ts";

/** The models of the caller's tenant, else of the deployment; for embeddings there is always the local one. */
export function tenantModels(
  { tenant }: Identity,
  { config, ai }: Surroundings,
  call: Pick<CallIdentity, "controller">,
): Models {
  const surroundings = {
    allowLocal: config.localProxy !== undefined,
    binding: ai,
    signal: call.controller.signal,
  };

  async function findSetup(use: ModelUse): Promise<ModelSetup | undefined> {
    const own = tenant.models[use];
    if (own !== undefined) {
      const { sealed, ...setup } = own;
      if (sealed === undefined) return setup;
      return { ...setup, key: await unseal(config.sealingKeys, tenant.id, modelSealId(use), sealed) };
    }
    const shared = config.models[use];
    if (shared !== undefined && "problem" in shared) {
      throw new AppError("model_missing", `This deployment's model is set up wrongly: ${shared.problem}.`, {
        next: "The operator must correct the setting and deploy.",
      });
    }
    return shared;
  }

  return {
    async embedder(choice = {}): Promise<Embedder> {
      // Which is there whatever is wrong with the others.
      if (choice.provider === "local") return checkLocal(choice);
      const setup = await findSetup("embedding");
      const provider = choice.provider ?? setup?.provider ?? "local";
      if (provider === "local") return checkLocal(setup === undefined ? choice : choose(setup, choice));
      const offer = findOffer("embedding", provider);
      if (provider !== setup?.provider || offer === undefined) throw notSetUp(provider, setup);
      return createEmbedder(openModel("embedding", choose(setup, choice), surroundings), offer);
    },
    async textModel(): Promise<TextModel | undefined> {
      const setup = await findSetup("text");
      if (setup === undefined) return undefined;
      const access = openModel("text", setup, surroundings);
      const offer = findOffer("text", setup.provider);
      if (offer === undefined) throw notSetUp(setup.provider, undefined);
      const { provider, model } = access;
      return { provider, model, write: (request) => offer.write(access, request) };
    },
  };
}

/** What the call names goes before what is set up; the dimensions that are set up are those of the model beside them. */
function choose(setup: ModelSetup, choice: EmbedderChoice): ModelSetup {
  const model = choice.model ?? setup.model;
  const usual = model === setup.model ? setup.dimensions : undefined;
  return { ...setup, model, dimensions: choice.dimensions ?? usual };
}

function notSetUp(provider: string, setup: ModelSetup | undefined): AppError {
  const others = [...new Set([setup?.provider ?? "local", "local"])].join(" or ");
  return new AppError("model_missing", `The embedding provider "${provider.slice(0, 50)}" is not set up.`, {
    next: `Use ${others}, or ask the operator to set it up: npm run postern -- model set`,
  });
}

/** It has one model, of one size. */
function checkLocal({ model, dimensions }: EmbedderChoice): Embedder {
  const isOther = (model ?? localEmbedder.model) !== localEmbedder.model;
  if (!isOther && (dimensions ?? localEmbedder.dimensions) === localEmbedder.dimensions) return localEmbedder;
  throw new AppError("model_missing", `The local provider has only the model "${localEmbedder.model}".`, {
    next: `Leave out model and dimensions; its vectors have ${String(localEmbedder.dimensions)} dimensions.`,
  });
}

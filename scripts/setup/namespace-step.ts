import { boundNamespace, createNamespace, listNamespaces } from "../cloudflare/account.ts";
import { KV_BINDING } from "../cloudflare/worker-config.ts";
import type { Setup, Step } from "./step.ts";

/** As wrangler and the deploy button call it when they make one, so that each finds what another has made. */
const titleOf = ({ config }: Setup): string => `${config.name}-${KV_BINDING.toLowerCase().replaceAll("_", "-")}`;

/** Where tenants, tokens and connections are kept. */
export const namespaceStep: Step = {
  label: "KV namespace",
  async look(setup) {
    const { config, secrets, version, env } = setup;
    if (config.namespace !== undefined) return { done: `${config.namespace}, which wrangler.toml names` };
    // It was deployed with one, and keeps that.
    if (version !== undefined) return { done: "the one that the Worker has" };
    const bound = secrets === undefined ? undefined : await boundNamespace(config.name, KV_BINDING, env);
    if (bound !== undefined) return { done: `${bound}, which the Worker has` };
    const title = titleOf(setup);
    const found = (await listNamespaces(env)).find((namespace) => namespace.title === title);
    setup.namespace = found?.id;
    return found === undefined ? { todo: `create ${title}` } : { done: `${title} (${found.id})` };
  },
  async act(setup) {
    const { id, title } = await createNamespace(titleOf(setup), setup.env);
    setup.namespace = id;
    return `created ${title} (${id})`;
  },
};

import packageJson from "../../package.json" with { type: "json" };
import { deployWorker } from "../cloudflare/deploy-worker.ts";
import { saveDeployed } from "../local/deployed.ts";
import { awaitHealth } from "./await-health.ts";
import type { Finding, Setup, Step } from "./step.ts";

const { version: VERSION } = packageJson;

function look({ config, options, record: { url }, secrets, version }: Setup): Finding {
  if (secrets === undefined) return { todo: `deploy ${config.name} ${VERSION}` };
  if (url === undefined)
    return { todo: `deploy ${config.name} ${VERSION} again, to learn its address (or give --url)` };
  if (version === undefined) return { todo: `deploy ${config.name} ${VERSION}; ${url} does not answer` };
  if (version !== VERSION) return { todo: `deploy ${VERSION}; ${url} answers with ${version}` };
  const isIncomplete = config.requiredSecrets.some((name) => !secrets.includes(name)) || options.newAdminToken;
  if (isIncomplete) return { todo: `deploy ${VERSION} again with the secrets` };
  if (options.redeploy) return { todo: `deploy ${VERSION} again` };
  return { done: `${url} answers with version ${VERSION}` };
}

/** The Worker itself, with its secrets and its storage. */
export const deployStep: Step = {
  label: "Worker",
  look,
  async act(setup) {
    const { options, record, namespace, newSecrets, env } = setup;
    const url = await deployWorker({ environment: options.environment, namespace, secrets: newSecrets }, env);
    record.url = options.url ?? url;
    saveDeployed(record);
    await awaitHealth(record.url, VERSION);
    setup.version = VERSION;
    return `${record.url} answers with version ${VERSION}`;
  },
};

import { randomBytes } from "node:crypto";
import { saveDeployed } from "../local/deployed.ts";
import { checkSealingKey } from "../local/state.ts";
import { makeSealingKey } from "../postern/sealing-key.ts";
import type { Finding, Setup, Step } from "./step.ts";

function missingSecrets({ config, secrets, options }: Setup): readonly string[] {
  return config.requiredSecrets.filter(
    (name) => secrets?.includes(name) !== true || (name === "ADMIN_TOKEN" && options.newAdminToken),
  );
}

/** That of the environment, the one of an earlier run that did not come so far, or a new one. */
function chooseSecret({ env, record, secrets }: Setup, name: string): string {
  const given = env[name] === "" ? undefined : env[name];
  if (name === "SEALING_KEY") {
    if (given !== undefined) checkSealingKey(given);
    return given ?? record.sealingKey ?? makeSealingKey(new Date()).key;
  }
  // One that the Worker has already is to be replaced, so the saved one will not do.
  const saved = secrets?.includes(name) === true ? undefined : record.adminToken;
  return given ?? saved ?? randomBytes(32).toString("base64url");
}

function look(setup: Setup): Finding {
  const missing = missingSecrets(setup);
  if (missing.length > 0) return { todo: `make ${missing.join(" and ")} and keep a copy here` };
  return { done: `${setup.config.requiredSecrets.join(" and ")} are set` };
}

/** What is set is never overwritten: with another SEALING_KEY what was sealed could not be opened any more. */
export const secretsStep: Step = {
  label: "Secrets",
  look,
  act(setup) {
    const names = missingSecrets(setup);
    const { record } = setup;
    for (const name of names) {
      const value = chooseSecret(setup, name);
      setup.newSecrets[name] = value;
      if (name === "ADMIN_TOKEN") record.adminToken = value;
      if (name === "SEALING_KEY") record.sealingKey = value;
    }
    // Before they are deployed: an interruption loses none.
    return `${names.join(" and ")} go with the deployment; your copy is in ${saveDeployed(record)}`;
  },
};

import { type Answer, fail, succeed, workerMissing } from "./envelope.ts";
import { type Call, readJson, route } from "./route.ts";
import { type Binding, deployedVersion, newId, type Script, type Version } from "./state.ts";
import { readVersion } from "./upload.ts";

const SCRIPT = "/accounts/:account/workers/scripts/:script";
const SERVICE = "/accounts/:account/workers/services/:script";

/** The handler for a Worker that is there. */
export const onScript =
  (answer: (script: Script, call: Call) => Answer | Promise<Answer>) =>
  (call: Call): Answer | Promise<Answer> => {
    const script = call.state.scripts.get(call.names[1] ?? "");
    return script === undefined ? workerMissing() : answer(script, call);
  };

/** Secrets are write-only. */
export const showBinding = ({ text, ...binding }: Binding): object =>
  binding.type === "secret_text" ? binding : { ...binding, ...(text === undefined ? {} : { text }) };

export const deploy = (script: Script, versions: Script["deployments"][0]["versions"], annotations = {}) => {
  const deployment = { id: crypto.randomUUID(), createdOn: new Date().toISOString(), annotations, versions };
  script.deployments.unshift(deployment);
  return deployment;
};

function newScript(name: string): Script {
  const state = { versions: [], deployments: [], enabled: false, previewsEnabled: false, settings: {} };
  return { name, tag: newId(), ...state };
}

const showScript = (script: Script, version: Version): object => ({
  id: script.name,
  tag: script.tag,
  etag: version.id.replaceAll("-", ""),
  deployment_id: version.id.replaceAll("-", ""),
  startup_time_ms: 12,
  created_on: script.versions.at(-1)?.createdOn,
  modified_on: version.createdOn,
  handlers: ["fetch"],
});

async function upload(call: Call): Promise<Answer> {
  const name = call.names[1] ?? "";
  const script = call.state.scripts.get(name) ?? newScript(name);
  const version = await readVersion(call, script.versions[0]);
  if ("status" in version) return version;
  call.state.scripts.set(name, script);
  script.versions.unshift(version);
  script.settings = { observability: version.metadata["observability"] };
  deploy(script, [{ version_id: version.id, percentage: 100 }]);
  return succeed(showScript(script, version));
}

function remove({ state, names }: Call): Answer {
  return state.scripts.delete(names[1] ?? "") ? succeed(null) : workerMissing();
}

/** Workers themselves: uploading, settings, where they answer, deleting. */
export const scriptRoutes = [
  route(
    `GET ${SERVICE}`,
    onScript((script) =>
      succeed({
        id: script.name,
        default_environment: {
          environment: "production",
          script: { id: script.name, tag: script.tag, tags: script.settings["tags"], last_deployed_from: "wrangler" },
        },
      }),
    ),
  ),
  route(`DELETE ${SERVICE}`, remove),
  route(`DELETE ${SCRIPT}`, remove),
  route(`PUT ${SCRIPT}`, upload),
  route(
    `GET ${SCRIPT}/settings`,
    onScript((script) =>
      succeed({ ...script.settings, bindings: deployedVersion(script)?.bindings.map(showBinding) ?? [] }),
    ),
  ),
  route(
    `PATCH ${SCRIPT}/script-settings`,
    onScript((script, call) => {
      script.settings = { ...script.settings, ...readJson<object>(call) };
      return succeed(script.settings);
    }),
  ),
  route(
    `GET ${SCRIPT}/script-settings`,
    onScript((script) => succeed(script.settings)),
  ),
  route(
    `GET ${SCRIPT}/subdomain`,
    onScript(({ enabled, previewsEnabled }) => succeed({ enabled, previews_enabled: previewsEnabled })),
  ),
  route(
    `POST ${SCRIPT}/subdomain`,
    onScript((script, call) => {
      const wanted = readJson<{ enabled: boolean; previews_enabled?: boolean }>(call);
      if (call.state.subdomain === undefined) return fail(409, 10063, "You need a workers.dev subdomain.");
      script.enabled = wanted.enabled;
      script.previewsEnabled = wanted.previews_enabled ?? wanted.enabled;
      return succeed({ enabled: script.enabled, previews_enabled: script.previewsEnabled });
    }),
  ),
];

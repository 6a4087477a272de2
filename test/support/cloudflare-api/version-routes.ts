import { fail, succeed } from "./envelope.ts";
import { readJson, route } from "./route.ts";
import { deploy, onScript, showBinding } from "./script-routes.ts";
import type { Deployment, Script, Version } from "./state.ts";
import { readVersion } from "./upload.ts";

const SCRIPT = "/accounts/:account/workers/scripts/:script";

const showVersion = (script: Script, version: Version): object => ({
  id: version.id,
  number: version.number,
  startup_time_ms: 12,
  metadata: {
    created_on: version.createdOn,
    modified_on: version.createdOn,
    source: "wrangler",
    author_id: "1",
    author_email: "operator@example.com",
    has_preview: script.previewsEnabled,
  },
  annotations: version.annotations,
  resources: {
    bindings: version.bindings.map(showBinding),
    script: { etag: version.id, handlers: ["fetch"], last_deployed_from: "wrangler" },
    script_runtime: {
      compatibility_date: version.compatibilityDate,
      compatibility_flags: version.compatibilityFlags,
      usage_model: "standard",
    },
  },
});

const showDeployment = ({ id, createdOn, annotations, versions }: Deployment): object => ({
  id,
  source: "wrangler",
  strategy: "percentage",
  author_email: "operator@example.com",
  created_on: createdOn,
  annotations,
  versions,
});

/** Versions, which may have addresses of their own, and deployments, which share out the requests among them. */
export const versionRoutes = [
  route(
    `GET ${SCRIPT}/versions`,
    onScript((script) => succeed({ items: script.versions.map((version) => showVersion(script, version)) })),
  ),
  route(
    `GET ${SCRIPT}/versions/:version`,
    onScript((script, { names: [, , wanted] }) => {
      const found = script.versions.find(({ id }) => id === wanted);
      return found === undefined ? fail(404, 10092, "Version not found.") : succeed(showVersion(script, found));
    }),
  ),
  route(
    `POST ${SCRIPT}/versions`,
    onScript(async (script, call) => {
      const version = await readVersion(call, script.versions[0]);
      if ("status" in version) return version;
      script.versions.unshift(version);
      return succeed(showVersion(script, version));
    }),
  ),
  route(
    `GET ${SCRIPT}/deployments`,
    onScript((script) => succeed({ deployments: script.deployments.map(showDeployment) })),
  ),
  route(
    `POST ${SCRIPT}/deployments`,
    onScript((script, call) => {
      const { versions, annotations } = readJson<Deployment>(call);
      const unknown = versions.find((wanted) => script.versions.every(({ id }) => id !== wanted.version_id));
      if (unknown !== undefined) return fail(404, 10092, "Version not found.");
      return succeed(showDeployment(deploy(script, versions, annotations)));
    }),
  ),
];

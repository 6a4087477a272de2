import { fail, succeed } from "./envelope.ts";
import { readJson, route } from "./route.ts";
import { deploy, onScript } from "./script-routes.ts";
import type { Binding, Script } from "./state.ts";
import { withBindings } from "./upload.ts";

const SECRETS = "/accounts/:account/workers/scripts/:script/secrets";
const isSecret = ({ type }: Binding): boolean => type === "secret_text";
const secretsOf = (script: Script): readonly Binding[] => (script.versions[0]?.bindings ?? []).filter(isSecret);
const show = ({ name, type }: Binding): object => ({ name, type });

/** Each change is a version of its own that is deployed at once. */
function change(script: Script, names: readonly string[], added: readonly Binding[]): void {
  const [before] = script.versions;
  if (before === undefined) return;
  const version = withBindings(before, [...before.bindings.filter(({ name }) => !names.includes(name)), ...added]);
  script.versions.unshift(version);
  deploy(script, [{ version_id: version.id, percentage: 100 }]);
}

export const secretRoutes = [
  route(
    `GET ${SECRETS}`,
    onScript((script) => succeed(secretsOf(script).map(show))),
  ),
  route(
    `PUT ${SECRETS}`,
    onScript((script, call) => {
      const secret = readJson<Binding>(call);
      change(script, [secret.name], [secret]);
      return succeed(show(secret));
    }),
  ),
  route(
    `DELETE ${SECRETS}/:name`,
    onScript((script, { names: [, , name = ""] }) => {
      if (secretsOf(script).every((secret) => secret.name !== name)) return fail(404, 10056, "Secret not found.");
      change(script, [name], []);
      return succeed(null);
    }),
  ),
  route(
    "PATCH /accounts/:account/workers/scripts/:script/secrets-bulk",
    onScript((script, call) => {
      const { secrets } = readJson<{ secrets: Record<string, Binding | null> }>(call);
      const added = Object.values(secrets).filter((secret) => secret !== null);
      change(script, Object.keys(secrets), added);
      return succeed(secretsOf(script).map(show));
    }),
  ),
];

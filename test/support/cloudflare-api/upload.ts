import type { Answer } from "./envelope.ts";
import { fail } from "./envelope.ts";
import type { Call } from "./route.ts";
import type { Binding, Module, Version } from "./state.ts";

interface Metadata extends Readonly<Record<string, unknown>> {
  readonly main_module?: string;
  readonly bindings?: readonly Binding[];
  readonly keep_bindings?: readonly string[];
  readonly compatibility_date?: string;
  readonly compatibility_flags?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

async function readForm({ body, contentType }: Call): Promise<{ metadata: Metadata; modules: readonly Module[] }> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const modules: Module[] = [];
  let metadata: Metadata = {};
  for (const [name, part] of form) {
    if (name === "metadata") metadata = JSON.parse(typeof part === "string" ? part : await part.text()) as Metadata;
    else if (typeof part !== "string")
      modules.push({ name, type: part.type, contents: new Uint8Array(await part.arrayBuffer()) });
  }
  return { metadata, modules };
}

/** What was uploaded, made whole from the version before it; or what Cloudflare refuses. */
export async function readVersion(call: Call, before: Version | undefined): Promise<Version | Answer> {
  const { metadata, modules } = await readForm(call);
  const bindings: Binding[] = [];
  for (const binding of metadata.bindings ?? []) {
    const inherited = before?.bindings.find(({ name }) => name === binding.name);
    if (binding.type !== "inherit") bindings.push(binding);
    else if (inherited !== undefined) bindings.push(inherited);
    else return fail(400, 10057, `inherit binding '${binding.name}' is invalid: there is nothing to inherit`);
  }
  const unknown = bindings.find(
    (binding) =>
      binding.type === "kv_namespace" && !call.state.namespaces.some(({ id }) => id === binding["namespace_id"]),
  );
  if (unknown !== undefined) return fail(400, 10041, `KV namespace '${String(unknown["namespace_id"])}' not found.`);
  const kept = (before?.bindings ?? []).filter(
    ({ name, type }) => metadata.keep_bindings?.includes(type) === true && bindings.every((one) => one.name !== name),
  );
  return {
    id: crypto.randomUUID(),
    number: (before?.number ?? 0) + 1,
    createdOn: new Date().toISOString(),
    annotations: metadata.annotations ?? {},
    mainModule: metadata.main_module ?? "",
    modules,
    bindings: [...bindings, ...kept],
    compatibilityDate: metadata.compatibility_date ?? "",
    compatibilityFlags: metadata.compatibility_flags ?? [],
    metadata,
  };
}

/** The version before with other bindings, as a change of a secret makes it. */
export const withBindings = (before: Version, bindings: readonly Binding[]): Version => ({
  ...before,
  id: crypto.randomUUID(),
  number: before.number + 1,
  createdOn: new Date().toISOString(),
  annotations: { "workers/triggered_by": "secret" },
  bindings,
});

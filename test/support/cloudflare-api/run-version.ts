import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Binding, Module, Version } from "./state.ts";

const KINDS: Readonly<Record<string, "ESModule" | "Text" | "CompiledWasm">> = {
  "application/javascript+module": "ESModule",
  "text/plain": "Text",
  "application/wasm": "CompiledWasm",
};

const toModule = ({ name, type, contents }: Module) => {
  const kind = KINDS[type.split(";")[0] ?? ""];
  if (kind === undefined) throw new Error(`${name} is a module of the unknown type ${type}`);
  return { type: kind, path: name, contents: kind === "CompiledWasm" ? contents : new TextDecoder().decode(contents) };
};

const named = <T>(bindings: readonly Binding[], type: string, value: (binding: Binding) => T): Record<string, T> =>
  Object.fromEntries(bindings.filter((one) => one.type === type).map((one) => [one.name, value(one)]));

/** Takes each line that a Worker and its runtime print. */
export type Print = (line: string) => void;

export interface World {
  /** Settings of the Workers that only hold here, such as the way to a database. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly print: Print;
}

/** The very modules that were uploaded, in workerd, with the bindings that were asked for. */
export async function runVersion(version: Version, folder: string, { overrides, print }: World): Promise<Miniflare> {
  const { bindings, mainModule, modules } = version;
  const ordered = modules.toSorted((a, b) => Number(b.name === mainModule) - Number(a.name === mainModule));
  const text = (binding: Binding): string => String(binding["text"]);
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: ordered.filter(({ type }) => !type.startsWith("application/source-map")).map(toModule),
      modulesRoot: "/",
      compatibilityDate: version.compatibilityDate,
      compatibilityFlags: [...version.compatibilityFlags],
      bindings: { ...named(bindings, "plain_text", text), ...named(bindings, "secret_text", text), ...overrides },
      kvNamespaces: named(bindings, "kv_namespace", (binding) => String(binding["namespace_id"])),
      kvPersist: folder,
      ratelimits: named(bindings, "ratelimit", ({ namespace_id, simple }) => ({
        namespace_id: String(namespace_id),
        simple: simple as { limit: number; period: 10 | 60 },
      })),
      cf: false,
      handleRuntimeStdio: (...streams: Readable[]) => {
        for (const input of streams) createInterface({ input }).on("line", print);
      },
    }),
  );
  await worker.ready;
  return worker;
}

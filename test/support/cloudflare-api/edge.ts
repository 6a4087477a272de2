import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Miniflare } from "miniflare";
import { runVersion, type World } from "./run-version.ts";
import { type CloudflareState, deployedVersion, type Version } from "./state.ts";

/** <worker>, <version>-<worker> or <alias>-<worker>, below the account's subdomain. */
function findVersion(state: CloudflareState, host: string): Version | undefined {
  const suffix = `.${String(state.subdomain)}.workers.dev`;
  if (state.subdomain === undefined || !host.endsWith(suffix)) return undefined;
  const name = host.slice(0, -suffix.length);
  const script = state.scripts.get(name);
  if (script?.enabled === true) return deployedVersion(script);
  for (const other of state.scripts.values()) {
    const wanted = name.endsWith(`-${other.name}`) ? name.slice(0, -other.name.length - 1) : undefined;
    if (wanted === undefined || !other.previewsEnabled) continue;
    // The alias belongs to the newest version that claims it.
    return other.versions.find(
      ({ id, annotations }) => annotations["workers/alias"] === wanted || id.startsWith(wanted),
    );
  }
  return undefined;
}

export interface Edge {
  /** What the Internet would answer for this address. */
  fetch(url: URL, init: { method: string; headers: Record<string, string>; body: Uint8Array }): Promise<Response>;
  close(): Promise<void>;
}

/** Where the deployed Workers answer; each version is started when it is first asked. */
export async function startEdge(state: CloudflareState, world: World): Promise<Edge> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-edge-"));
  const running = new Map<string, Promise<Miniflare>>();
  return {
    async fetch(url, { method, headers, body }) {
      const version = findVersion(state, url.hostname);
      if (version === undefined) return new Response("error code: 1042", { status: 404 });
      const worker = running.get(version.id) ?? runVersion(version, folder, world);
      running.set(version.id, worker);
      const answer = await (
        await worker
      ).dispatchFetch(url.href, {
        method,
        headers,
        redirect: "manual",
        ...(body.byteLength === 0 ? {} : { body }),
      });
      return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
      });
    },
    async close() {
      await Promise.all([...running.values()].map(async (worker) => (await worker).dispose()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

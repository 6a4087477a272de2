import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { readRelationStates, readSchemaState, type RelationState } from "../catalog/schema-state.ts";
import { log } from "../log.ts";
import { tableUri } from "../resources/table-uri.ts";
import type { ServedContext } from "./request-context.ts";

// A database may restart while a client listens; one that stays away ends the stream.
const MAX_FAILURES = 5;

type Publish = (event: ServerEvent) => void;

/**
 * The source of change notices for one listen stream. The watch starts when the stream opens and stops when it closes;
 * `onEnd` is called when it cannot go on, so that the client learns it must ask again.
 */
export function watchSchema(context: ServedContext, onEnd: () => void): ServerEventBus {
  return {
    // Nothing else in this isolate has news.
    publish: () => undefined,
    subscribe(publish) {
      const stop = new AbortController();
      context.call.controller.signal.addEventListener("abort", () => stop.abort());
      void watch(context, stop.signal, publish).finally(onEnd);
      return () => {
        stop.abort();
        context.call.controller.abort();
      };
    },
  };
}

async function watch(context: ServedContext, signal: AbortSignal, publish: Publish): Promise<void> {
  const { policy } = context.tenant;
  const wake = alarm();
  const database = context.database();
  database.listen(wake.ring).catch(() => log("listen_unavailable", { requestId: context.requestId }));
  let schema: string | undefined;
  let relations: readonly RelationState[] | undefined;
  for (
    let failures = 0;
    !signal.aborted && failures < MAX_FAILURES;
    await wake.orAfter(policy.watchIntervalMs, signal)
  ) {
    try {
      const now = await readSchemaState(database.read, policy);
      failures = 0;
      if (now === schema) continue;
      const current = await readRelationStates(database.read, policy);
      if (relations !== undefined) publishChanges(relations, current, publish);
      [schema, relations] = [now, current];
    } catch (thrown) {
      failures += 1;
      log("watch_failed", { requestId: context.requestId, name: thrown instanceof Error ? thrown.name : "unknown" });
    }
  }
}

function publishChanges(before: readonly RelationState[], after: readonly RelationState[], publish: Publish): void {
  const states = (relations: readonly RelationState[]) =>
    new Map(relations.map(({ schema, name, state }) => [tableUri(schema, name), state]));
  const [old, current] = [states(before), states(after)];
  const uris = new Set([...old.keys(), ...current.keys()]);
  const listed = [...uris].some((uri) => old.has(uri) !== current.has(uri));
  if (listed) publish({ kind: "resources_list_changed" });
  for (const uri of uris) if (old.get(uri) !== current.get(uri)) publish({ kind: "resource_updated", uri });
}

/** Waits for a time, or until somebody rings, or until the signal aborts. */
function alarm() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async orAfter(ms: number, signal: AbortSignal): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => resolve());
      if (!signal.aborted) await Promise.race([promise, rung.promise]);
      clearTimeout(timer);
      rung = Promise.withResolvers<void>();
    },
  };
}

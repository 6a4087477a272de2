import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { readRelationStates, readSchemaState, type RelationState } from "../catalog/schema-state.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { tableUri } from "../resources/table-uri.ts";
import { createAlarm } from "./alarm.ts";
import type { ServedContext } from "./request-context.ts";
import { countCalls, enterCall } from "./running-calls.ts";

// A database may restart while a client listens; one that stays away ends the stream.
const MAX_FAILURES = 5;
// Each stream holds a connection of the tenant's database.
const MAX_STREAMS = 10;
const MIN_PAUSE_MS = 1_000;

const streamsOf = (tokenId: string): string => `listen ${tokenId}`;

type Publish = (event: ServerEvent) => void;

interface SchemaSnapshot {
  readonly schema: string;
  readonly relations: readonly RelationState[];
}

/** What a listening client is told changes from; taken before it is told that it listens, so that nothing is missed. */
export async function takeSnapshot(context: ServedContext): Promise<SchemaSnapshot> {
  if (countCalls(streamsOf(context.tokenId)) >= MAX_STREAMS) {
    throw new AppError("rate_limited", `This token has ${String(MAX_STREAMS)} listen streams open already.`, {
      next: "Close one of them first.",
    });
  }
  const { read } = context.database();
  const { policy } = context.tenant;
  const schema = await readSchemaState(read, policy);
  return { schema, relations: await readRelationStates(read, policy) };
}

/**
 * The source of change notices for one listen stream. The watch starts when the stream opens and stops when it closes;
 * `onEnd` is called when it cannot go on, so that the client learns it must ask again.
 */
export function watchSchema(context: ServedContext, first: SchemaSnapshot, onEnd: () => void): ServerEventBus {
  return {
    // Nothing else in this isolate has news.
    publish: () => undefined,
    subscribe(publish) {
      const { controller } = context.call;
      const leave = enterCall(streamsOf(context.tokenId), controller);
      void watch(context, first, publish).finally(() => {
        leave();
        onEnd();
      });
      return () => controller.abort();
    },
  };
}

async function watch(context: ServedContext, first: SchemaSnapshot, publish: Publish): Promise<void> {
  const { signal } = context.call.controller;
  const { policy } = context.tenant;
  const database = context.database();
  const alarm = createAlarm(Math.min(MIN_PAUSE_MS, policy.watchIntervalMs));
  database.listen(alarm.ring).catch(() => log("listen_unavailable", { requestId: context.requestId }));
  let known = first;
  let failures = 0;
  while (failures < MAX_FAILURES) {
    await alarm.ringsOrAfter(policy.watchIntervalMs, signal);
    if (signal.aborted || !(await context.call.isStillAllowed())) return;
    try {
      const schema = await readSchemaState(database.read, policy);
      failures = 0;
      if (schema === known.schema) continue;
      const relations = await readRelationStates(database.read, policy);
      publishChanges(known.relations, relations, publish);
      known = { schema, relations };
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

import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { readRelationStates, readSchemaState, type RelationState } from "../catalog/schema-state.ts";
import { AppError } from "../errors.ts";
import type { Handler, HandlerKind } from "../handlers/handler.ts";
import { log } from "../log.ts";
import { tableUri } from "../resources/table-uri.ts";
import { createAlarm } from "./alarm.ts";
import type { CallRecord } from "./call-record.ts";
import { currentHandlers } from "./listed-handlers.ts";
import type { ServedContext } from "./request-context.ts";
import { countCalls, enterCall } from "./running-calls.ts";

// A database may restart while a client listens; one that stays away ends the stream.
const MAX_FAILURES = 5;
// Each stream holds a connection of the tenant's database.
const MAX_STREAMS = 10;
const MIN_PAUSE_MS = 1_000;

/** Names the listen streams of a token among the running calls. */
export const streamsOf = (tokenId: string): string => `listen ${tokenId}`;

type Publish = (event: ServerEvent) => void;

interface SchemaSnapshot {
  readonly schema: string;
  readonly relations: readonly RelationState[];
  readonly handlers: readonly Handler[];
}

/**
 * Prepares the source of change notices for one listen stream. What a client is told changes from is read before it is
 * told that it listens, so that nothing is missed. The watch starts when the stream opens and stops when it closes;
 * `onEnd` is called when it cannot go on, so that the client learns it must ask again.
 */
export async function prepareWatch(
  context: ServedContext,
  record: Pick<CallRecord, "onEnd">,
): Promise<(onEnd: () => void) => ServerEventBus> {
  const leave = enterStream(context);
  let isWatching = false;
  record.onEnd(() => {
    if (!isWatching) leave();
  });
  const first = await takeSnapshot(context);
  return (onEnd) => ({
    // Nothing else in this isolate has news.
    publish: () => undefined,
    subscribe(publish) {
      isWatching = true;
      void watch(context, first, publish).finally(() => {
        leave();
        onEnd();
      });
      return () => context.call.controller.abort();
    },
  });
}

/** Counts the stream before anything is awaited, or many that are asked for at once would all find room. */
function enterStream({ tokenId, call }: ServedContext): () => void {
  const key = streamsOf(tokenId);
  if (countCalls(key) < MAX_STREAMS) return enterCall(key, call.controller);
  throw new AppError("rate_limited", `This token has ${String(MAX_STREAMS)} listen streams open already.`, {
    next: "Close one of them first.",
  });
}

async function takeSnapshot(context: ServedContext): Promise<SchemaSnapshot> {
  const { read } = context.database();
  const { policy } = context.tenant;
  const schema = await readSchemaState(read, policy);
  const relations = await readRelationStates(read, policy);
  return { schema, relations, handlers: (await currentHandlers(context)) ?? [] };
}

async function watch(context: ServedContext, first: SchemaSnapshot, publish: Publish): Promise<void> {
  const over = new AbortController();
  const { watchIntervalMs } = context.tenant.policy;
  const alarm = createAlarm(Math.min(MIN_PAUSE_MS, watchIntervalMs));
  const database = context.database();
  database.listen(alarm.ring, over.signal).catch(() => log("listen_unavailable", { requestId: context.requestId }));
  try {
    await compare(context, first, publish, (signal) => alarm.ringsOrAfter(watchIntervalMs, signal));
  } finally {
    over.abort();
  }
}

async function compare(
  context: ServedContext,
  first: SchemaSnapshot,
  publish: Publish,
  untilNextLook: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { signal } = context.call.controller;
  const { policy } = context.tenant;
  const { read } = context.database();
  let known = first;
  let failures = 0;
  while (failures < MAX_FAILURES) {
    await untilNextLook(signal);
    if (signal.aborted) return;
    try {
      if (!(await context.call.isStillAllowed())) return;
      const schema = await readSchemaState(read, policy);
      const handlers = (await currentHandlers(context)) ?? known.handlers;
      failures = 0;
      publishHandlers(known.handlers, handlers, publish);
      const relations = schema === known.schema ? known.relations : await readRelationStates(read, policy);
      publishChanges(known.relations, relations, publish);
      known = { schema, relations, handlers };
    } catch (thrown) {
      failures += 1;
      log("watch_failed", { requestId: context.requestId, name: thrown instanceof Error ? thrown.name : "unknown" });
    }
  }
}

/** Handlers of the same registry are the same objects, so most looks end at once. */
function publishHandlers(before: readonly Handler[], after: readonly Handler[], publish: Publish): void {
  const listOf = (handlers: readonly Handler[], kinds: readonly HandlerKind[]): string =>
    JSON.stringify(handlers.filter(({ kind }) => kinds.includes(kind)));
  const differ = (...kinds: readonly HandlerKind[]): boolean => listOf(before, kinds) !== listOf(after, kinds);
  if (before.length === after.length && before.every((handler, index) => handler === after[index])) return;
  if (differ("tool")) publish({ kind: "tools_list_changed" });
  if (differ("prompt")) publish({ kind: "prompts_list_changed" });
  if (differ("resource", "template")) publish({ kind: "resources_list_changed" });
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

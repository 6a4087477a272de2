import type { Flow } from "../mcp/flow.ts";

// A runtime notices that a client has gone only when it writes; so something is written this often.
const HEARTBEAT_MS = 1_000;
const filler = { json: " ", sse: ":\n\n" } as const;

type Silence = "silence";

function heartbeat(): { readonly due: Promise<Silence>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<Silence>();
  const timer = setTimeout(() => resolve("silence"), HEARTBEAT_MS);
  return { due: promise, stop: () => clearTimeout(timer) };
}

/**
 * Hands an answer to the client. One that is not there at once, or that is an event stream, is sent as it comes, with
 * blanks (insignificant before JSON) or comments in between; `onGone` runs when the client stops reading.
 */
export async function deliver(work: Promise<Response>, flow: Flow, onGone: () => void): Promise<Response> {
  const beat = heartbeat();
  const first = await Promise.race([work, beat.due]);
  beat.stop();
  if (first === "silence") {
    const headers = { "content-type": "application/json" };
    return new Response(pump(work, filler.json, flow, onGone), { headers });
  }
  const isStream = first.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  return isStream ? new Response(pump(work, filler.sse, flow, onGone), first) : first;
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

function pump(work: Promise<Response>, blank: string, flow: Flow, onGone: () => void): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let next: Promise<Chunk> | undefined;
  const read = async (): Promise<Chunk> => {
    reader ??= (await work).body?.getReader();
    return reader === undefined ? { done: true, value: undefined } : await reader.read();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const beat = heartbeat();
        const chunk = await Promise.race([(next ??= read()), beat.due]);
        beat.stop();
        if (chunk === "silence") return controller.enqueue(new TextEncoder().encode(blank));
        next = undefined;
        if (chunk.done) return controller.close();
        flow.taken();
        controller.enqueue(chunk.value);
      },
      async cancel() {
        onGone();
        await reader?.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelAnswer, type ModelScript, scriptModel } from "../support/model-script.ts";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

const KEY = "key-of-the-deployment";
const patience = { timeout: 15_000 };
const workers: SocketWorker[] = [];
let script: ModelScript | undefined;
let headers: Record<string, string> = {};

/** Of its own Worker, as the model is the deployment's. */
async function serve(url: string): Promise<Record<string, string>> {
  const worker = await startWorkerOnSocket({
    EMBEDDING_PROVIDER: "openai",
    EMBEDDING_MODEL: "small",
    EMBEDDING_URL: url,
    EMBEDDING_KEY: KEY,
  });
  workers.push(worker);
  return await createSocketCaller(worker.url);
}

const vectors: ModelAnswer = {
  body: { data: [{ index: 0, embedding: [0.25, 0.5] }], usage: { prompt_tokens: 3, total_tokens: 3 } },
};

beforeAll(async () => {
  script = await scriptModel();
  headers = await serve(`${script.url}/v1/`);
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

async function embed(caller: Record<string, string>, worker: number, signal?: AbortSignal) {
  const response = await fetch(new URL("/mcp", workers[worker]?.url), {
    method: "POST",
    headers: { ...caller, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "generate_embedding", arguments: { text: "late deliveries" } },
    }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { result } = (await response.json()) as {
    result: { structuredContent: Record<string, unknown>; content: { text: string }[] };
  };
  return result;
}

test("embeds with the deployment's provider, from a real Worker", async () => {
  await script?.restart(vectors);
  const { structuredContent, content } = await embed(headers, 0);
  expect(structuredContent).toEqual({
    provider: "openai",
    model: "small",
    dimensions: 2,
    embeddings: [[0.25, 0.5]],
    tokens: 3,
  });
  expect(content[0]?.text).toContain("Provider: openai\nModel: small\nDimensions: 2");
  expect(await script?.requests()).toMatchObject([
    { path: "/v1/embeddings", headers: { authorization: `Bearer ${KEY}` }, body: { input: ["late deliveries"] } },
  ]);
});

test("asks again when the connection breaks", async () => {
  await script?.restart({ manner: "broken" }, vectors);
  expect((await embed(headers, 0)).structuredContent).toMatchObject({ dimensions: 2 });
  expect(await script?.requests()).toHaveLength(2);
});

test("lets go of the provider when the client goes away", async () => {
  await script?.restart({ manner: "silent" });
  const client = new AbortController();
  const answer = embed(headers, 0, client.signal).catch((thrown: unknown) => thrown);
  await expect.poll(async () => (await script?.requests())?.length, patience).toBe(1);
  client.abort();
  await answer;
  await expect.poll(async () => await script?.abandoned(), patience).toBe(1);
});

test("says so when nobody is there, and nothing of the key or the address", async () => {
  const caller = await serve("http://127.0.0.1:1/v1");
  const { structuredContent, content } = await embed(caller, 1);
  expect(structuredContent).toMatchObject({
    code: "model_unavailable",
    message: 'The model provider "openai" could not be reached.',
    retryable: true,
  });
  for (const text of [content[0]?.text, JSON.stringify(structuredContent)]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("127.0.0.1");
  }
});

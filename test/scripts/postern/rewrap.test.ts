import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { rewrapAll } from "../../../scripts/postern/rewrap.ts";
import { type BreakingFront, startBreakingFront } from "./breaking-front.ts";
import { type Postern, posternAt, startPostern } from "./start-postern.ts";

// More than the Worker seals in one request.
const TENANTS = 26;
let postern: Postern;
let front: BreakingFront;

beforeAll(async () => {
  postern = await startPostern();
  front = await startBreakingFront(postern.url);
  await Promise.all(
    Array.from({ length: TENANTS }, async (_, index) => {
      const { id } = await postern.admin.createTenant({ id: `t${index}` });
      await postern.admin.putConnection(id, { id: "main", url: inject("readerUrl") });
    }),
  );
});

beforeEach(() => {
  front.takeBodies();
});

afterAll(async () => {
  await front?.close();
  await postern?.stop();
});

/** Runs the loop here, so that waiting is told instead of done. */
async function rewrap() {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const { admin } = posternAt(front.url);
  const done = await rewrapAll(admin, { onProgress: () => undefined, wait }).catch((error: unknown) => error);
  return { done, waits, asked: front.takeBodies() };
}

const next = expect.stringMatching(/^\{"cursor":".+"\}$/);

test("a page is tried again when the server cannot just now, after the time it asks for", async () => {
  front.answers.push(
    { status: 503 },
    { status: 429, headers: { "retry-after": "7" } },
    { status: 500, headers: { "retry-after": "100000" } },
    undefined,
    { status: 502 },
  );
  const { done, waits, asked } = await rewrap();
  expect(done).toMatchObject({ rewrapped: 0, alreadyCurrent: TENANTS });
  expect(waits).toEqual([1000, 7000, 60_000, 1000]);
  // The connections' second page, and the models' first.
  expect(asked).toEqual(["{}", "{}", "{}", "{}", next, next, next]);
});

test("it gives up after a few tries, and at once where trying again cannot help", async () => {
  front.answers.push(...Array.from({ length: 5 }, () => ({ status: 503 })));
  expect(await rewrap()).toMatchObject({ done: { status: 503 }, waits: [1000, 2000, 4000, 8000] });
  front.answers.push({ status: 409 });
  expect(await rewrap()).toMatchObject({ done: { status: 409 }, waits: [] });
  const error = { code: "connection_unreadable", message: "No.", retryable: false };
  front.answers.push({ status: 502, body: JSON.stringify({ error }) });
  expect(await rewrap()).toMatchObject({ done: { message: "No." }, waits: [] });
});

test("a server that sends the same page for ever is left", async () => {
  const page = { current: "k2", rewrapped: 0, alreadyCurrent: 1, failed: [], cursor: "2" };
  front.answers.push(...Array.from({ length: 2 }, () => ({ status: 200, body: JSON.stringify(page) })));
  expect((await rewrap()).done).toMatchObject({ message: "The Worker sent the same page twice." });
});

test("a run that broke off says so, with exit code 1", async () => {
  front.answers.push(undefined, {
    status: 400,
    body: JSON.stringify({ error: { code: "bad_request", message: "No." } }),
  });
  const { code, out, error } = await posternAt(front.url).run("keys rotate");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toBe("Secrets sealed anew: 0; already: 25\nNo.\n");
});

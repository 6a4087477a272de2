import { describe, expect, test } from "vitest";
import { errorTable } from "../../src/errors.ts";
import { type ModelAnswer, type ModelScript, scriptModel } from "../support/model-script.ts";
import { modelCases } from "./model-cases.ts";

const KEY = "key-of-the-tenant";

describe.each(modelCases)("$name", ({ provider, ask, good }) => {
  const setup = ({ url }: ModelScript) => ({ provider, model: "some-model", url, key: KEY });
  const script = (...answers: readonly ModelAnswer[]): Promise<ModelScript> => scriptModel(...answers);
  const count = async (asked: ModelScript): Promise<number> => (await asked.requests()).length;

  test("come after a wait that the provider asks for", async () => {
    const asked = await script(
      { status: 429, headers: { "retry-after": "0" }, body: { error: { message: "slow down" } } },
      { status: 429, headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, body: {} },
      { body: good },
    );
    await ask(setup(asked));
    expect(await count(asked)).toBe(3);
  });

  test("come after a failure that passes", async () => {
    const asked = await script({ status: 503, text: "<html>busy</html>" }, { status: 529, body: {} }, { body: good });
    await ask(setup(asked));
    expect(await count(asked)).toBe(3);
  });

  test("are given up after three failures", async () => {
    const asked = await script({ status: 500, body: { error: "boom" } });
    await expect(ask(setup(asked))).rejects.toMatchObject({
      code: "model_unavailable",
      message: `The model provider "${provider}" failed (HTTP 500).`,
      details: { data: { provider, status: 500 } },
    });
    expect(await count(asked)).toBe(3);
    expect(errorTable.model_unavailable.retryable).toBe(true);
  });

  test("are given up at once when the provider asks for a long wait, and say how long", async () => {
    const asked = await script({ status: 429, headers: { "retry-after": "60" }, body: {} }, { body: good });
    await expect(ask(setup(asked))).rejects.toMatchObject({
      code: "model_unavailable",
      details: { next: "Try again in 60 seconds.", retryAfterSeconds: 60 },
    });
    expect(await count(asked)).toBe(1);
  });

  test("are given up at once when the wait would last longer than the call may", async () => {
    const asked = await script({ status: 503, headers: { "retry-after": "4" }, body: {} }, { body: good });
    await expect(ask(setup(asked), { patience: { timeoutMs: 3_000 } })).rejects.toMatchObject({
      code: "model_unavailable",
      details: { next: "Try again in 4 seconds." },
    });
    expect(await count(asked)).toBe(1);
  });

  test("are not asked for again before the wait is over", async () => {
    const asked = await script({ status: 429, headers: { "retry-after": "5" }, body: {} }, { body: good });
    const caller = new AbortController();
    const answer = ask(setup(asked), { signal: caller.signal }).catch((thrown: unknown) => thrown);
    await expect.poll(() => count(asked)).toBe(1);
    // Time enough for one that does not wait.
    for (let turn = 0; turn < 20; turn += 1) expect(await count(asked)).toBe(1);
    caller.abort();
    expect(await answer).toMatchObject({ code: "cancelled" });
  });

  test.each([401, 403])(
    "are refused with a wrong key (%i) without a word of what the provider says",
    async (status) => {
      const asked = await script({ status, body: { error: { message: `Incorrect API key provided: ${KEY}` } } });
      const failure = await ask(setup(asked)).catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({
        code: "model_rejected",
        message: `The model provider "${provider}" does not accept the key.`,
      });
      expect(await count(asked)).toBe(1);
    },
  );

  test("are refused with the provider's words, but not with its key", async () => {
    const asked = await script({
      status: 404,
      body: { error: { message: `model\n"x" not found for ${KEY}, sk-abcdefgh1234` } },
    });
    await expect(ask(setup(asked))).rejects.toMatchObject({
      code: "model_rejected",
      message: `The model provider "${provider}" refused (HTTP 404): model "x" not found for ***, ***`,
    });
    expect(await count(asked)).toBe(1);
  });

  test.each([301, 302, 307, 308])("follow no redirect (%i)", async (status) => {
    const elsewhere = await script({ body: good });
    const asked = await script({ status, headers: { location: elsewhere.url }, text: "" });
    await expect(ask(setup(asked))).rejects.toMatchObject({ code: "model_rejected" });
    expect(await count(elsewhere)).toBe(0);
  });

  test.each(["silent", "stalled"] as const)("wait no longer than they may for a %s provider", async (manner) => {
    const asked = await script({ manner });
    await expect(ask(setup(asked), { patience: { timeoutMs: 100 } })).rejects.toMatchObject({
      code: "model_unavailable",
      message: `The model provider "${provider}" did not answer in time.`,
    });
    expect(await count(asked)).toBe(1);
  });

  test("stop when nobody waits for them", async () => {
    const asked = await script({ manner: "silent" });
    const caller = new AbortController();
    const answer = ask(setup(asked), { signal: caller.signal }).catch((thrown: unknown) => thrown);
    await expect.poll(() => count(asked)).toBe(1);
    caller.abort();
    expect(await answer).toMatchObject({ code: "cancelled" });
  });

  test.each(["", "no json", '{"a":', "null", "[]", "{}", '{"data":1,"choices":1,"embeddings":1,"content":1}'])(
    "cannot be made of %j",
    async (text) => {
      const asked = await script({ text });
      await expect(ask(setup(asked))).rejects.toMatchObject({ code: "model_answer_unusable" });
      expect(await count(asked)).toBe(1);
    },
  );

  test.each(["endless", "swelling"] as const)("are not made of an %s answer", async (manner) => {
    const asked = await script({ manner });
    await expect(ask(setup(asked))).rejects.toMatchObject({
      code: "model_answer_unusable",
      message: expect.stringMatching(/answered with more than \d+ bytes; the rest was not read/),
    });
    expect(await count(asked)).toBe(1);
  });
});

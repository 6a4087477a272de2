import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createToken, isWellFormedToken } from "../../src/tenants/token.ts";
import { call, createCaller } from "../support/worker.ts";

test("makes tokens it recognises, and none that are mistyped", () => {
  for (let round = 0; round < 200; round += 1) {
    const { token, id } = createToken();
    expect(isWellFormedToken(token)).toBe(true);
    expect(token.startsWith(`pst_${id}_`)).toBe(true);
    const place = 5 + (round % (token.length - 5));
    const other = token[place] === "x" ? "y" : "x";
    if (token[place] !== "_")
      expect(isWellFormedToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
  }
});

test("reads KV twice for a cold call, never for a warm one, never for a malformed token", async () => {
  const { token } = await createCaller();
  const reads = vi.spyOn(env.POSTERN_KV, "get");
  await call("pst_nonsense", "ping");
  expect(reads).toHaveBeenCalledTimes(0);
  await call(token, "ping");
  expect(reads).toHaveBeenCalledTimes(2);
  reads.mockClear();
  await call(token, "ping");
  expect(reads).toHaveBeenCalledTimes(0);
  reads.mockRestore();
});

import { expect, test } from "vitest";
import { AdminError } from "../../../scripts/admin-error.ts";
import { onceSpread } from "../../../scripts/setup/once-spread.ts";

function failing(status: number, times: number) {
  let calls = 0;
  const waits: number[] = [];
  const call = async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw new AdminError("no such tenant", { status, code: "tenant_not_found" });
    return calls;
  };
  return { waits, result: onceSpread(call, async (ms) => waits.push(ms)) };
}

test("asks again until what was just made is found", async () => {
  const { result, waits } = failing(404, 2);
  expect(await result).toBe(3);
  expect(waits).toHaveLength(2);
});

test("gives up after more than a minute", async () => {
  const { result, waits } = failing(404, 1000);
  await expect(result).rejects.toThrow("no such tenant");
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
});

test("takes every other refusal for an answer", async () => {
  const { result, waits } = failing(409, 1000);
  await expect(result).rejects.toThrow("no such tenant");
  expect(waits).toEqual([]);
});

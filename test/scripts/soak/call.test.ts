import { expect, test } from "vitest";
import { judge } from "../../../scripts/soak/call.ts";

const answer = (body: unknown, status = 200): Response => Response.json(body, { status });
const judged = (response: Response) => judge(response, ({ isError }) => (isError === true ? "an error" : undefined));

test("takes an answer for right when the check has nothing to say", async () => {
  expect(await judged(answer({ result: { structuredContent: { rows: [] } } }))).toEqual({ kind: "right" });
});

test("takes an error for clear only when it says that trying again can help", async () => {
  const error = (code: string, retryable: boolean) =>
    answer({ result: { isError: true, structuredContent: { code, retryable } } });
  expect(await judged(error("database_not_ready", true))).toEqual({ kind: "failed", code: "database_not_ready" });
  expect(await judged(error("sql_error", false))).toMatchObject({ kind: "wrong" });
  expect(await judged(error("internal_error", true))).toMatchObject({ kind: "wrong" });
});

test("knows 503 and errors of the protocol", async () => {
  expect(await judged(answer({}, 503))).toEqual({ kind: "failed", code: "HTTP 503" });
  const error = { code: -32001, message: "no", data: { code: "database_not_ready", retryable: true } };
  expect(await judged(answer({ error }))).toEqual({ kind: "failed", code: "database_not_ready" });
  expect(await judged(answer({ error: { code: -32603, message: "no" } }))).toMatchObject({ kind: "wrong" });
});

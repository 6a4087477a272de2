import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createRequestContext } from "../../src/mcp/request-context.ts";
import { saveQuestions } from "../../src/tenants/question-store.ts";
import { findTenantOf } from "../../src/tenants/tenant-store.ts";
import type { TokenRecord } from "../../src/tenants/records.ts";
import { admin, createCaller } from "../support/worker.ts";

/** The questions that a token of the tenant sees which is limited to these connections. */
async function questionsOf(tenant: string, connections?: readonly string[]): Promise<readonly string[]> {
  const token = { id: "t", tenant, subject: "idp|ann", scopes: ["read"], ...(connections && { connections }) } as const;
  const view = await findTenantOf(env.POSTERN_KV, token as unknown as TokenRecord);
  if (view === null) throw new Error("there is no such tenant");
  const context = createRequestContext(
    { tenant: view.tenant, token },
    { kv: env.POSTERN_KV, config: readConfig(env) },
    {
      requestId: crypto.randomUUID(),
      record: { note: () => undefined, retain: () => () => undefined },
      key: "questions",
      controller: new AbortController(),
      isStillAllowed: () => Promise.resolve(true),
    },
  );
  return (await context.questions()).map(({ question }) => question);
}

test("a caller sees the questions about the connections it may use, and no others", async () => {
  const { tenant } = await createCaller();
  await admin("POST", `/tenants/${tenant}/connections`, { id: "crm", url: env.READER_URL });
  expect(await questionsOf(tenant)).toEqual([]);
  const pair = { sql: "SELECT 1" };
  await saveQuestions(env.POSTERN_KV, tenant, [
    { ...pair, question: "Main?", connection: "main" },
    { ...pair, question: "Crm?", connection: "crm" },
    { ...pair, question: "Gone?", connection: "gone" },
  ]);
  expect(await questionsOf(tenant)).toEqual(["Main?", "Crm?"]);
  expect(await questionsOf(tenant, ["crm"])).toEqual(["Crm?"]);
  expect(await questionsOf((await createCaller()).tenant)).toEqual([]);
});

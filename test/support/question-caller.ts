import { env } from "cloudflare:workers";
import { modelsKey, questionsKey } from "../../src/tenants/record-keys.ts";
import { type ModelAnswer, type ModelRequest, scriptModel } from "./model-script.ts";
import { call, createCaller } from "./worker.ts";

export interface Asked {
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever came back
  readonly structured: any;
  readonly isError: boolean;
}

export interface Asker {
  readonly tenant: string;
  readonly token: string;
  /** Calls query_database, or the tool of that name. */
  readonly ask: (query: string, more?: object, tool?: string) => Promise<Asked>;
  /** What its model was sent. */
  readonly requests: () => Promise<readonly ModelRequest[]>;
}

interface AskerOptions {
  readonly url?: string;
  readonly policy?: object;
  /** Questions and the SQL that answers them, about the connection main. */
  readonly saved?: Readonly<Record<string, string>>;
}

/** An answer in OpenAI's form, with what it says it counted. */
export const says = (content: string, tokens: readonly [number, number] = [100, 10]): ModelAnswer => ({
  body: {
    choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1] },
  },
});

export const sqlBlock = (sql: string): ModelAnswer => says(`\`\`\`sql\n${sql}\n\`\`\``);

/** A caller whose tenant has a text model that gives these answers; without answers it has none. */
export async function createAsker(answers: readonly ModelAnswer[], options: AskerOptions = {}): Promise<Asker> {
  const { tenant, token } = await createCaller(options);
  const script = answers.length === 0 ? undefined : await scriptModel(...answers);
  if (script !== undefined) {
    const text = { provider: "openai", model: "test-model", url: script.url };
    await env.POSTERN_KV.put(modelsKey(tenant), JSON.stringify({ tenant, text }));
  }
  const questions = Object.entries(options.saved ?? {}).map(([question, sql], index) => ({
    id: String(index),
    question,
    sql,
    connection: "main",
    createdAt: "2026-01-01T00:00:00.000Z",
  }));
  await env.POSTERN_KV.put(questionsKey(tenant), JSON.stringify({ tenant, questions }));
  return {
    tenant,
    token,
    async ask(query, more = {}, tool = "query_database") {
      const { json } = await call(token, "tools/call", { name: tool, arguments: { query, ...more } });
      const { content, structuredContent, isError } = json.result;
      return { text: content[0].text, structured: structuredContent, isError: isError === true };
    },
    requests: async () => (await script?.requests()) ?? [],
  };
}

import type { TextModel, TextRequest, WrittenText } from "../../ai/text-model.ts";
import { estimateTokens } from "../../search/estimate-tokens.ts";
import type { TenantPolicy } from "../../tenants/records.ts";

/** What answering a question has cost. */
export interface QuestionUsage {
  readonly provider?: string;
  readonly model?: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether the SQL was a saved answer to the same question. */
  readonly saved?: true;
}

type QuestionLimits = Pick<TenantPolicy, "maxQuestionCalls" | "maxQuestionTokens">;

/** SQL is short, but some models think first, at the same expense. */
const MOST_WRITTEN = 4000;
const LEAST_WRITTEN = 150;
/** A call with less than this to read and write is hardly worth it. */
const LEAST_CALL = 1000;
/** More of the schema than this costs more than it helps. */
const MOST_SCHEMA = 5000;
const LEAST_SCHEMA = 150;
const MOST_EXAMPLES = 1000;
/** What the rules take of each call. */
const RULES = 300;

/** How many tokens of one call the schema and the examples may take, so that all calls together stay within the limit. */
export function sharesOf({ maxQuestionCalls, maxQuestionTokens }: QuestionLimits, question: string) {
  const call = Math.max(maxQuestionTokens / maxQuestionCalls, LEAST_CALL);
  const examples = Math.min(MOST_EXAMPLES, Math.floor(call * 0.1));
  const rest = Math.floor(call * 0.75) - RULES - examples - estimateTokens(question);
  return { schema: Math.min(MOST_SCHEMA, Math.max(LEAST_SCHEMA, rest)), examples };
}

/** Asks the model for as long as the tenant's limits for one question allow, and keeps count. */
export class QuestionBudget {
  #calls = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  readonly #model: TextModel;
  readonly #limits: QuestionLimits;

  constructor(model: TextModel, limits: QuestionLimits) {
    this.#model = model;
    this.#limits = limits;
  }

  /** Undefined when no call, or too few tokens for one, are left. */
  async ask(request: Omit<TextRequest, "maxTokens">): Promise<WrittenText | undefined> {
    const toRead = estimateTokens(`${request.system}${request.prompt}`);
    const left = this.#limits.maxQuestionTokens - this.#inputTokens - this.#outputTokens - toRead;
    if (this.#calls >= this.#limits.maxQuestionCalls || left < LEAST_WRITTEN) return undefined;
    this.#calls += 1;
    const written = await this.#write(request, Math.min(MOST_WRITTEN, left), toRead);
    this.#inputTokens += written.inputTokens;
    this.#outputTokens += written.outputTokens;
    return written;
  }

  async #write(request: Omit<TextRequest, "maxTokens">, maxTokens: number, toRead: number): Promise<WrittenText> {
    try {
      return await this.#model.write({ ...request, maxTokens });
    } catch (thrown) {
      // The provider counts what it has read, whatever became of it.
      this.#inputTokens += toRead;
      throw thrown;
    }
  }

  get usage(): QuestionUsage {
    const { provider, model } = this.#model;
    return {
      provider,
      model,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
    };
  }
}

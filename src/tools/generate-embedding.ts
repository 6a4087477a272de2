import type { Embedder, Embeddings } from "../ai/embedder.ts";
import { limits } from "../config.ts";
import { AppError } from "../errors.ts";
import { cellText } from "./cell-text.ts";
import { defineTool, readOnly } from "./define-tool.ts";

const SHOWN_NUMBERS = 5;
const SHOWN_CHARACTERS = 80;
const LONGEST_NAME = 200;

export const generateEmbedding = defineTool({
  name: "generate_embedding",
  title: "Generate embeddings",
  description: "Turn text, or many texts, into vectors.",
  scope: "read",
  input: {
    type: "object",
    properties: {
      text: { type: "string" },
      texts: { type: "array", items: { type: "string" } },
      provider: { type: "string" },
      model: { type: "string" },
      dimensions: { type: "integer", minimum: 1 },
    },
    additionalProperties: false,
  },
  output: { type: "object", properties: { embeddings: { type: "array" } } },
  // It changes nothing, but may ask a provider elsewhere.
  annotations: { ...readOnly, openWorldHint: true },
  async run(context, args) {
    checkName(args.model ?? "");
    const texts = readTexts(args, context.tenant.policy.maxEmbeddingTexts);
    // Models fill in arguments they do not need with empty text.
    const embedder = await context.models.embedder({
      provider: args.provider || undefined,
      model: args.model || undefined,
      dimensions: args.dimensions,
    });
    checkSize(texts.length, embedder.dimensions ?? 0);
    const made = await embedder.embed(texts, "query");
    checkSize(texts.length, made.dimensions);
    const { provider, model } = embedder;
    const { dimensions, vectors, tokens } = made;
    return {
      text: describe(embedder, texts, made),
      structured: { provider, model, dimensions, embeddings: vectors, ...(tokens === undefined ? {} : { tokens }) },
    };
  },
});

function checkName(model: string): void {
  if (model.length <= LONGEST_NAME) return;
  throw new AppError("invalid_arguments", "No model has so long a name.", {
    next: "Leave out model for the usual one.",
  });
}

function readTexts({ text = "", texts = [] }: { text?: string; texts?: readonly string[] }, most: number) {
  if ((text === "") === (texts.length === 0)) {
    throw new AppError("invalid_arguments", "Pass either text or texts, and not an empty one.", {
      next: 'Call again with text: "..." or texts: ["...", "..."].',
    });
  }
  const given = text === "" ? texts : [text];
  if (given.length > most) {
    throw new AppError("invalid_arguments", `There are ${String(given.length)} texts; ${String(most)} are allowed.`, {
      next: "Split them over several calls.",
    });
  }
  for (const [place, each] of given.entries()) checkText(each, place);
  return given;
}

function checkText(text: string, place: number): void {
  const most = limits.maxEmbeddingCharacters;
  if (text.trim() === "") {
    throw new AppError("invalid_arguments", `Text ${String(place + 1)} is empty.`, { next: "Leave it out." });
  }
  if (text.length > most) {
    const what = `Text ${String(place + 1)} has ${String(text.length)} characters; ${String(most)} are allowed.`;
    throw new AppError("invalid_arguments", what, { next: "Split it into parts and embed each." });
  }
}

/** So that the answer fits into a Worker. */
function checkSize(texts: number, dimensions: number): void {
  if (texts * dimensions <= limits.maxEmbeddingNumbers) return;
  const what = `${String(texts)} vectors of ${String(dimensions)} dimensions are too much for one answer.`;
  throw new AppError("result_too_large", what, { next: "Split the texts over several calls." });
}

function describe(
  { provider, model }: Embedder,
  texts: readonly string[],
  { dimensions, vectors }: Embeddings,
): string {
  const head = [
    texts.length === 1
      ? "Embedding Generated Successfully"
      : `${String(texts.length)} Embeddings Generated Successfully`,
    "=".repeat(50),
    `Provider: ${provider}`,
    `Model: ${cellText(model)}`,
    `Dimensions: ${String(dimensions)}`,
  ];
  const body = texts.flatMap((text, place) => ["", ...describeOne(text, vectors[place] ?? [])]);
  return [...head, ...body].join("\n");
}

function describeOne(text: string, vector: readonly number[]): string[] {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;
  const numbers = vector.slice(0, SHOWN_NUMBERS).map((value) => String(Number(value.toPrecision(4))));
  const rest = vector.length > SHOWN_NUMBERS ? `, ... ${String(vector.length - SHOWN_NUMBERS)} more` : "";
  return [
    `Text Length: ${String(text.length)} characters`,
    `Text: ${cellText(shown)}`,
    `Vector: [${numbers.join(", ")}${rest}]`,
  ];
}

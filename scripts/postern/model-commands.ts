import type { ModelCheck, ModelUse } from "../admin-records.ts";
import { type Command, defineCommand, PROGRAM, type Session, UsageError } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { modelTable, showModelCheck } from "./model-view.ts";
import { TENANT } from "./tenant-argument.ts";

const USES: readonly ModelUse[] = ["embedding", "text"];
const USE = {
  name: "use",
  what: "what it is for: embedding (search) or text (SQL for questions in plain words)",
} as const;

function readUse(given: string): ModelUse {
  const use = USES.find((known) => known === given);
  if (use === undefined) throw new UsageError(`<use> is ${USES.join(" or ")}`);
  return use;
}

interface KeyOptions {
  readonly "key-stdin": boolean;
  readonly "key-env": string | undefined;
  readonly "no-key": boolean;
}

/** Never an argument's value, which would stay in the shell's history and in the process list. */
async function readKey(options: KeyOptions, { env, readInput }: Session): Promise<{ key?: string | null }> {
  const { "key-stdin": isPiped, "key-env": variable, "no-key": isNone } = options;
  if ([isPiped, variable !== undefined, isNone].filter(Boolean).length > 1)
    throw new UsageError("--key-stdin, --key-env and --no-key exclude each other");
  if (isNone) return { key: null };
  if (!isPiped && variable === undefined) return {};
  const key = variable === undefined ? await readInput("Key: ") : (env[variable] ?? "").trim();
  // The name is not repeated: it may be the key itself.
  if (key === "") throw new UsageError(isPiped ? "stdin holds no key" : "--key-env names no variable that is set");
  return { key };
}

function readDimensions(given: string | undefined): { dimensions?: number } {
  if (given === undefined) return {};
  if (!/^\d{1,5}$/.test(given)) throw new UsageError("--dimensions must be a whole number");
  return { dimensions: Number(given) };
}

const set = defineCommand({
  name: "model set",
  summary: "Choose a tenant's model for embeddings or text, and check it",
  details: [
    "Providers of embeddings: local (built in, no network), workers-ai, openai, voyage, ollama, gemini. Of text: workers-ai, openai, ollama, gemini, anthropic. openai with --model-url is any server that speaks its protocol.",
    "The key is sealed like a connection string and never shown again. It is read from stdin or from a variable of the environment, so that it stays out of the shell's history. It is kept when only the model or the dimensions change; another provider or address needs it again.",
    "The model is asked for something tiny at once; the settings are saved whatever it answers. A tenant without a model uses the deployment's: EMBEDDING_PROVIDER and TEXT_PROVIDER in wrangler.toml.",
  ],
  arguments: [TENANT, USE],
  options: {
    provider: { type: "string", isRequired: true, value: "name", what: "whose model it is" },
    model: { type: "string", value: "name", what: "which of its models", otherwise: "the provider's usual one" },
    "model-url": {
      type: "string",
      value: "url",
      what: "where it is asked, such as https://models.example.com/v1: https and a public host",
      otherwise: "the provider's own address",
    },
    dimensions: {
      type: "string",
      value: "n",
      what: "how many numbers a vector has, as the column that is searched was made; embedding only",
      otherwise: "the model's own",
    },
    "key-stdin": { type: "boolean", what: "read the provider's key from stdin" },
    "key-env": {
      type: "string",
      value: "variable",
      what: "the variable of the environment that holds the provider's key",
      otherwise: "the key that is stored, if there is one",
    },
    "no-key": { type: "boolean", what: "take the stored key away, for a server of your own that asks for none" },
  },
  examples: [
    {
      line: "model set acme text --provider anthropic --key-stdin",
      what: "Questions in plain words; the key comes from a file that only you can read.",
      before: "cat anthropic-key.txt |",
    },
    {
      line: "model set acme embedding --provider openai --model text-embedding-3-small --key-env OPENAI_API_KEY",
      what: "Search by meaning, with the key in a variable of the environment.",
    },
  ],
  next: `See what is set: ${PROGRAM} model list <tenant>`,
  async run(session, { tenant, use: given }, { provider, model, "model-url": url, dimensions, ...keys }) {
    const use = readUse(given);
    const saved = await session.admin.putModel(tenant, use, {
      provider,
      ...(model === undefined ? {} : { model }),
      ...(url === undefined ? {} : { url }),
      ...readDimensions(dimensions),
      ...(await readKey(keys, session)),
    });
    const text = `Saved the ${use} model of tenant ${tenant}.\n${modelTable([saved.model])}`;
    const report = showModelCheck(use, saved.check);
    const data = { ...saved.model, check: saved.check };
    // It is saved all the same, so this is no failure.
    if (!saved.check.works) return { data, text, warnings: [`Warning: ${report}`] };
    return { data, text: `${text}\n${report}` };
  },
});

const list = defineCommand({
  name: "model list",
  summary: "List the models that a tenant uses, and who chose them",
  arguments: [TENANT],
  options: {},
  examples: [{ line: "model list acme", what: "Its own, else the deployment's; never a key." }],
  next: `See whether they answer: ${PROGRAM} model check <tenant>`,
  async run({ admin }, { tenant }) {
    const models = await admin.listModels(tenant);
    return { data: models, text: modelTable(models) };
  },
});

const check = defineCommand({
  name: "model check",
  summary: "Ask a model for something tiny and tell what it answers",
  details: [
    "The Worker asks for the embedding of one word, or for one word of text, just as it would for the tenant. Exit code 1 when one does not answer.",
  ],
  arguments: [TENANT, { ...USE, what: "embedding or text; both when left out", isOptional: true }],
  options: {},
  examples: [
    { line: "model check acme", what: "Both models." },
    { line: "model check acme text", what: "After a change at the provider." },
  ],
  next: `Correct what is wrong: ${PROGRAM} model set <tenant> <use> --provider <name>`,
  async run({ admin }, { tenant, use: given }) {
    const uses = given === undefined ? USES : [readUse(given)];
    const checked: { use: ModelUse; check: ModelCheck }[] = [];
    for (const use of uses) checked.push({ use, check: await admin.checkModel(tenant, use) });
    return {
      data: checked,
      text: checked.map((item) => showModelCheck(item.use, item.check)).join("\n"),
      failed: checked.some((item) => !item.check.works),
    };
  },
});

const remove = defineCommand({
  name: "model remove",
  summary: "Take a tenant's model away, and its key",
  details: [`The tenant uses the deployment's again, if there is one. ${ASKS_FIRST}`],
  arguments: [TENANT, USE],
  options: YES,
  examples: [{ line: "model remove acme text", what: "acme no longer pays for a text model of its own." }],
  next: "If the key may have leaked, revoke it at the provider: that is what ends its use for certain.",
  async run({ admin, confirm }, { tenant, use: given }, { yes }) {
    const use = readUse(given);
    if (!yes) await confirm(`Remove the ${use} model of tenant ${tenant}?`);
    await admin.deleteModel(tenant, use);
    return { data: { removed: use }, text: `Removed the ${use} model of tenant ${tenant}.` };
  },
});

export const MODEL_COMMANDS: readonly Command[] = [set, list, check, remove];

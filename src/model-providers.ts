export type ModelUse = "embedding" | "text";

export interface ProviderFacts {
  readonly what: string;
  /** Where it is asked unless the settings say otherwise; undefined where there is nothing to ask over HTTP. */
  readonly url?: string;
  /** Whether it answers nobody without a key, at the address above. */
  readonly needsKey: boolean;
  /** The model used when none is named, and how many numbers the vectors of known models have. */
  readonly embedding?: { readonly model: string; readonly dimensions: Readonly<Record<string, number>> };
  readonly text?: { readonly model: string };
}

/** Who can be asked for embeddings and for text, and with what when the settings name only the provider. */
export const modelProviders = {
  // Even small models of meaning have megabytes of word vectors, many times what a Worker may weigh.
  local: {
    what: "hashed words and parts of words, inside the Worker",
    needsKey: false,
    embedding: { model: "hashed-ngrams-512", dimensions: { "hashed-ngrams-512": 512 } },
  },
  "workers-ai": {
    what: "Cloudflare Workers AI, through the binding AI",
    needsKey: false,
    embedding: {
      model: "@cf/baai/bge-base-en-v1.5",
      dimensions: {
        "@cf/baai/bge-base-en-v1.5": 768,
        "@cf/baai/bge-small-en-v1.5": 384,
        "@cf/baai/bge-large-en-v1.5": 1024,
        "@cf/baai/bge-m3": 1024,
      },
    },
    text: { model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast" },
  },
  openai: {
    what: "OpenAI, or any server that speaks its protocol",
    url: "https://api.openai.com/v1",
    needsKey: true,
    embedding: {
      model: "text-embedding-3-small",
      dimensions: { "text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536 },
    },
    text: { model: "gpt-6-luna" },
  },
  voyage: {
    what: "Voyage AI",
    url: "https://api.voyageai.com/v1",
    needsKey: true,
    embedding: {
      model: "voyage-4",
      dimensions: {
        "voyage-4": 1024,
        "voyage-4-large": 1024,
        "voyage-4-lite": 1024,
        "voyage-code-3": 1024,
        "voyage-3": 1024,
        "voyage-3-lite": 512,
      },
    },
  },
  ollama: {
    what: "Ollama, on your own machine or at an address of your own",
    url: "http://localhost:11434",
    needsKey: false,
    embedding: {
      model: "nomic-embed-text",
      dimensions: { "nomic-embed-text": 768, "all-minilm": 384, "mxbai-embed-large": 1024, embeddinggemma: 768 },
    },
    text: { model: "llama3.2" },
  },
  gemini: {
    what: "Google Gemini",
    url: "https://generativelanguage.googleapis.com/v1beta",
    needsKey: true,
    embedding: { model: "gemini-embedding-001", dimensions: { "gemini-embedding-001": 3072 } },
    text: { model: "gemini-3.8-flash" },
  },
  anthropic: {
    what: "Anthropic",
    url: "https://api.anthropic.com/v1",
    needsKey: true,
    text: { model: "claude-sonnet-5-5" },
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderName = keyof typeof modelProviders;

/** Undefined for a name that is nobody's. */
export function findProvider(name: string): ProviderFacts | undefined {
  return Object.hasOwn(modelProviders, name) ? modelProviders[name as ProviderName] : undefined;
}

/** Those that do what is asked for. */
export const providersFor = (use: ModelUse): readonly string[] =>
  Object.keys(modelProviders).filter((name) => findProvider(name)?.[use] !== undefined);

import { parseArgs } from "node:util";

export interface StartOptions {
  port: number | undefined;
  reset: boolean;
  databaseUrl: string | undefined;
  help: boolean;
}

export const START_HELP = `npm start -- [options]

Runs Postern on this machine: Postgres with a sample shop, and the Worker.

  --port <number>         port of the Worker (8787, or a free one when that is taken)
  --database-url <url>    use this Postgres (postgres://...) instead of the sample
  --reset                 delete .postern/ (data, tokens, secrets) first, except .postern/deployed/
  --help                  show this

SEALING_KEY in the environment is used in place of the one that .postern/ keeps. EMBEDDING_PROVIDER, TEXT_PROVIDER and
the other settings of models are taken from there too, keys included.
`;

function toPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`--port must be a number from 1 to 65535, not "${text}"`);
  }
  return port;
}

/** Throws unless it looks like one. */
export function toDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isPostgres = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
  // The value is not repeated: it may hold a password.
  if (!isPostgres) throw new Error("--database-url must look like postgres://user:password@host/db");
  return text;
}

/** Throws an error fit to print when an option is unknown or malformed. */
export function parseStartOptions(args: string[]): StartOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string" },
      reset: { type: "boolean", default: false },
      "database-url": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  return {
    port: toPort(values.port),
    reset: values.reset,
    databaseUrl: toDatabaseUrl(values["database-url"]),
    help: values.help,
  };
}

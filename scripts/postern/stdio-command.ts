import path from "node:path";
import { checkDatabaseUrl } from "../local/start-options.ts";
import { statePaths } from "../local/state.ts";
import { clientConfig } from "../stdio/client-config.ts";
import { serveStdio } from "../stdio/serve-stdio.ts";
import { failedSource, type OpenSource, openSource, type Source } from "../stdio/source.ts";
import { type Command, defineCommand, PROGRAM, type Session, UsageError } from "./command.ts";

/** The Worker's MCP endpoint, when only its address is given. */
function endpointOf(workerUrl: string): URL {
  const url = new URL(workerUrl);
  if (url.pathname === "/") url.pathname = "/mcp";
  return url;
}

function readToken({ env }: Session): string {
  const token = (env["POSTERN_TOKEN"] ?? "").trim().replace(/^Bearer\s+/i, "");
  // Not repeated: it is a secret.
  if (!/^[!-~]+$/.test(token))
    throw new UsageError("Set POSTERN_TOKEN in the environment to a token of the Worker that --url names");
  return token;
}

const SCOPES = new Set(["read", "write", "admin"]);

function chooseSource(session: Session, givenDatabase: string | undefined, scopes: readonly string[]): Source {
  if (session.givenUrl !== undefined) {
    if (givenDatabase !== undefined) throw new UsageError("Give --url or --database-url, not both");
    if (scopes.length > 0)
      throw new UsageError("--scope is for a Worker started here; with --url the token has its own");
    return { kind: "worker", url: endpointOf(session.givenUrl), token: readToken(session) };
  }
  if (!scopes.every((scope) => SCOPES.has(scope))) throw new UsageError("--scope takes read, write or admin");
  const found = givenDatabase ?? session.env["DATABASE_URL"] ?? "";
  const name = givenDatabase === undefined ? "DATABASE_URL" : "--database-url";
  const databaseUrl = found === "" ? undefined : checkDatabaseUrl(found, name);
  return { kind: "local", databaseUrl, scopes: scopes.length === 0 ? ["read"] : scopes };
}

async function open(
  session: Session,
  givenDatabase: string | undefined,
  scopes: readonly string[],
): Promise<OpenSource> {
  try {
    return await openSource(chooseSource(session, givenDatabase, scopes));
  } catch (error) {
    // Not thrown: a client shows its user what it is answered, and seldom what a process printed.
    return failedSource(error);
  }
}

function greet({ streams, givenUrl, env }: Session, givenDatabase: string | undefined): void {
  const script = path.join(statePaths.root, "scripts/postern.ts");
  const isOwnDatabase = givenDatabase !== undefined || (env["DATABASE_URL"] ?? "") !== "";
  const config =
    givenUrl !== undefined
      ? clientConfig(script, ["--url", givenUrl], ["POSTERN_TOKEN", "YOUR_TOKEN"])
      : clientConfig(script, [], isOwnDatabase ? ["DATABASE_URL", "postgres://user:password@host/db"] : undefined);
  streams.diagnostics.write(
    `A client starts this and speaks MCP with it: one JSON-RPC message a line. Ctrl-D ends it.\n\nFor Claude Desktop and other clients with a JSON configuration:\n${config}\n\n`,
  );
}

const stdio = defineCommand({
  name: "stdio",
  summary: "Speak MCP on standard input and output",
  details: [
    "For clients that start a process, such as Claude Desktop. With --url it passes messages on to a Worker that runs somewhere, and POSTERN_TOKEN in the environment is the token. Without, it starts a Worker on this machine for this one client, serving --database-url or DATABASE_URL, or else the sample shop on a Postgres of its own; all of it is gone when the client leaves.",
    "Whatever is not a message goes to standard error. It ends with its input, when what was asked has been answered. Exit code 1 when it could not start, or its own Worker has stopped; the client is told why.",
  ],
  arguments: [],
  options: {
    "database-url": {
      type: "string",
      value: "url",
      what: "the Postgres to serve; others on this machine can see it here, so prefer DATABASE_URL",
      otherwise: "DATABASE_URL of the environment, else the sample shop",
    },
    scope: {
      type: "string",
      multiple: true,
      value: "scope",
      what: "what the client may do with the Worker started for it: read, write or admin",
      otherwise: "read",
    },
  },
  url: {
    what: "the Worker to pass messages on to; the token is read from POSTERN_TOKEN",
    otherwise: "a Worker that is started for this client",
  },
  isForPrograms: true,
  examples: [
    { line: "stdio", what: "The sample shop." },
    { line: "stdio", what: "A Postgres of your own.", before: "DATABASE_URL=postgres://user:password@host/db" },
    {
      line: "stdio --url https://postern.example.workers.dev",
      what: "A deployed Worker.",
      before: "POSTERN_TOKEN=YOUR_TOKEN",
    },
  ],
  next: `Run it at a terminal to see what to paste into a client; ${PROGRAM} token create makes a token.`,
  async run(session, _, { "database-url": databaseUrl, scope }) {
    if (session.streams.input.isTTY === true) greet(session, databaseUrl);
    const isServed = await serveStdio(session.streams, await open(session, databaseUrl, scope));
    return { data: undefined, text: undefined, failed: !isServed };
  },
});

export const STDIO_COMMANDS: readonly Command[] = [stdio];

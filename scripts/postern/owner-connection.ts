import pg from "pg";
import { AppError } from "../../src/errors.ts";
import { readSampleOwnerUrl } from "../local/state.ts";
import { type Options, type Session, UsageError } from "./command.ts";
import { readOwnerUrl } from "./owner-url.ts";

/** For every command that works in a database itself. */
export const OWNER_URL = {
  connection: {
    type: "string",
    value: "url",
    what: "postgres://owner:password@host/database, or - to read it from stdin, which keeps the password out of the shell's history",
    otherwise: "DATABASE_URL of the environment, else the sample that npm start runs on this machine",
  },
} as const satisfies Options;

/** Belongs to the explanation of every command that takes OWNER_URL. */
export const CONNECTS_AS_OWNER =
  "It connects to the database itself, without the Worker and without an admin token, as the owner of the database. A tenant's own connection is a reader, and a reader must not own what it calls: it could change it. The URL never leaves this machine. TLS is used and verified unless the host is this machine or the URL says sslmode=disable; sslrootcert=<file> names another authority.";

const REFUSED_LOGIN = new Set(["28000", "28P01"]);
const UNKNOWN_DATABASE = "3D000";
const NO_TLS = "The server does not support SSL connections";
const UNREACHABLE = /^E(CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOENT)$/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/;

/** Node reports a refused "localhost" as an AggregateError whose own message is empty. */
const firstOf = (thrown: unknown): unknown =>
  thrown instanceof AggregateError && thrown.errors.length > 0 ? (thrown.errors[0] as unknown) : thrown;

function describeConnectFailure(thrown: unknown, place: string, isSample: boolean): AppError {
  const cause = firstOf(thrown);
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const rejected = (text: string, next: string) => new AppError("connection_rejected", text, { next, cause });
  if (REFUSED_LOGIN.has(code))
    return rejected(
      `${place} refused the login: ${message}.`,
      "Check the user and the password; in a URL @ / : % and # must be written as %40 %2F %3A %25 and %23.",
    );
  if (message.includes("client password must be a string"))
    return rejected(`${place} wants a password, and there is none.`, "Put it into the URL, or into PGPASSWORD.");
  if (code === UNKNOWN_DATABASE) return rejected(`${place} says: ${message}.`, "Check the end of the URL.");
  if (message.startsWith(NO_TLS))
    return rejected(
      `${place} does not speak TLS.`,
      "Add ?sslmode=disable to the URL if you trust every machine on the way to it.",
    );
  if (CERTIFICATE.test(code))
    return rejected(
      `The certificate of ${place} cannot be verified: ${message} (${code}).`,
      "Add ?sslrootcert=<file> with the authority that signed it; sslmode=no-verify would encrypt without knowing for whom.",
    );
  const answers = UNREACHABLE.test(code) ? `Nothing answers at ${place} (${code}).` : `${place}: ${message}`;
  const next = isSample
    ? "This is the sample of this machine: start it in another terminal with npm start, or name another database in DATABASE_URL."
    : "Check the host and the port, and try again.";
  return new AppError("database_not_ready", answers, { next, cause });
}

async function readGivenUrl(given: string | undefined, { env, readInput }: Session): Promise<string> {
  const url =
    given === "-"
      ? await readInput("Database URL: ")
      : (given ?? env["DATABASE_URL"] ?? readSampleOwnerUrl() ?? "").trim();
  if (url === "")
    throw new UsageError("Which database? Give --connection, with - to read it from stdin, or set DATABASE_URL");
  return url;
}

/** Connects, does the work and closes the connection whatever happens. */
export async function asOwner<T>(
  session: Session,
  given: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = await readGivenUrl(given, session);
  const { config, place } = readOwnerUrl(url);
  const client = new pg.Client(config);
  let lost: Error | undefined;
  // Without a listener a lost connection would end the process before its query has failed.
  client.on("error", (error) => (lost = error));
  try {
    await client.connect();
  } catch (thrown) {
    // A login that failed on this side leaves the socket open.
    await client.end();
    throw describeConnectFailure(thrown, place, url === readSampleOwnerUrl());
  }
  try {
    return await work(client);
  } catch (thrown) {
    if (lost === undefined || thrown instanceof AppError) throw thrown;
    throw new AppError("database_not_ready", `The connection to ${place} was lost: ${lost.message}.`, {
      next: "See what there is with handlers status, and try again.",
      cause: thrown,
    });
  } finally {
    await client.end();
  }
}

import { AppError } from "../errors.ts";

export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const allowedPorts = new Set([5432, 6432, 6543]);
const allowedOptions: Record<string, readonly string[]> = {
  sslmode: ["require", "verify-ca", "verify-full"],
  channel_binding: ["require", "prefer"],
};
// Every call of a tenant reads all of its connections. Some hosts' passwords are signed tokens, hence their length.
const lengths = [
  ["host", 253],
  ["user", 255],
  ["password", 4096],
  ["database", 255],
] as const;
const privateSuffix = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|arpa|test|invalid)$/;

function refuse(why: string): never {
  throw new AppError("invalid_arguments", `This connection is not accepted: ${why}.`, {
    next: "Use postgres://user:password@host/database with a public host name.",
  });
}

/** Reads the five parts we use and refuses everything that two parsers could read differently. */
export function parseConnectionString(text: string, allowLocal: boolean): ConnectionTarget {
  const match =
    /^postgres(?:ql)?:\/\/([^:@/?#\\\s]+):([^:@/?#\\\s]*)@([^:@/?#\\\s,]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?\/([^/?#\\\s]+)(?:\?([^#\s]*))?$/.exec(
      text,
    );
  if (match === null) refuse("it is not of the form postgres://user:password@host[:port]/database");
  const [, user = "", password = "", host = "", port = "5432", database = "", options = ""] = match;
  const target = {
    host,
    port: Number(port),
    user: decode(user),
    password: decode(password),
    database: decode(database),
  };
  checkTarget(target, options, allowLocal);
  return target;
}

/** The rules for a target however it was given; `options` are written as in a URL's query. */
export function checkTarget(target: ConnectionTarget, options: string, allowLocal: boolean): void {
  const { host, port, user, password, database } = target;
  if (!/^([^:@/?#\\\s,%]+|\[[0-9a-fA-F:.]+\])$/.test(host)) refuse("its host is not a host name");
  if (port < 1 || port > 65_535) refuse("its port is out of range");
  if (user === "" || database === "") refuse("it needs a user and a database");
  if ([user, password, database].some((part) => part.includes("\0"))) refuse("it contains a NUL character");
  if (![user, password, database].every((part) => part.isWellFormed())) refuse("it contains half a character");
  const tooLong = lengths.find(([name, most]) => target[name].length > most);
  if (tooLong !== undefined) refuse(`its ${tooLong[0]} is longer than ${String(tooLong[1])} characters`);
  checkOptions(options, allowLocal);
  if (!allowLocal) checkPublic(target);
}

export function buildConnectionString(target: ConnectionTarget): string {
  const { host, port, user, password, database } = target;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${credentials}@${host}:${String(port)}/${encodeURIComponent(database)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return refuse("it has a broken percent escape");
  }
}

function checkOptions(options: string, allowLocal: boolean): void {
  for (const [name, value] of new URLSearchParams(options)) {
    if (allowLocal && name === "sslmode") continue;
    const allowed = Object.hasOwn(allowedOptions, name) ? allowedOptions[name] : undefined;
    if (!(allowed?.includes(value) ?? false)) refuse(`option "${name}" with this value is not allowed`);
  }
}

function checkPublic({ host, port, user, password }: ConnectionTarget): void {
  if (!allowedPorts.has(port)) refuse("its port is not one of 5432, 6432, 6543");
  const problem = hostProblem(host);
  if (problem !== undefined) refuse(problem);
  if (user.includes(".") && /^\d{1,5}$/.test(password)) refuse("its user and password look like a host and port");
}

/** Why a host is not a public one; undefined for one that is, as far as its name shows. */
export function hostProblem(host: string): string | undefined {
  const name = host.toLowerCase();
  if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(name))
    return "its host is not a public host name";
  if (privateSuffix.test(name)) return "its host is private";
  if (/\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}/.test(name)) return "its host embeds an address";
  return undefined;
}

import type { ConnectionFields } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Infer } from "./json-schema.ts";

const text = { type: "string" } as const;
const unsupported = { type: "string", description: "Not supported" } as const;

/** What the tools that save connections take beside the alias. */
export const connectionProperties = {
  host: { type: "string", description: "Public host name" },
  port: { type: "integer", minimum: 1, maximum: 65_535, default: 5432 },
  user: text,
  password: text,
  dbname: { type: "string", default: "postgres" },
  sslmode: { type: "string", description: "require, verify-ca or verify-full; TLS is always verified" },
  description: { type: "string", description: "What the database is for" },
  sslcert: unsupported,
  sslkey: unsupported,
  sslrootcert: unsupported,
  sslpassword: unsupported,
  connect_timeout: { type: "integer", description: "Not supported" },
  application_name: unsupported,
} as const;

type ConnectionArguments = Infer<{ type: "object"; properties: typeof connectionProperties }>;

const reasons = new Map([
  ["connect_timeout", "the tenant's time limits apply to every connection"],
  ["application_name", "Postern names its sessions itself, to be able to cancel them"],
]);
const CERTIFICATES = "a Worker has no files, and TLS is verified against public certificates";
const MAX_DESCRIPTION = 500;

/** The arguments under our own names; what cannot be honoured is refused rather than ignored. */
export function connectionFields(args: ConnectionArguments): Partial<ConnectionFields> {
  const { host, port, user, password, dbname, sslmode, description } = args;
  const others = ["sslcert", "sslkey", "sslrootcert", "sslpassword", "connect_timeout", "application_name"] as const;
  // Models fill in arguments they do not need with empty text.
  const unusable = others.find((name) => args[name] !== undefined && args[name] !== "");
  if (unusable !== undefined) {
    throw new AppError("invalid_arguments", `${unusable} cannot be set: ${reasons.get(unusable) ?? CERTIFICATES}.`, {
      next: `Leave ${unusable} out.`,
    });
  }
  if ((description?.length ?? 0) > MAX_DESCRIPTION)
    throw new AppError("invalid_arguments", `description is longer than ${String(MAX_DESCRIPTION)} characters.`);
  const given = { host, port, user, password, database: dbname, sslmode, description };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
}

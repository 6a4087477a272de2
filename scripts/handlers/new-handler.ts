import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { AppError } from "../../src/errors.ts";

export const KINDS = ["tool", "resource", "prompt"] as const;
export type HandlerKind = (typeof KINDS)[number];

/** The rule of api.handler. */
const NAME = /^[a-zA-Z][a-zA-Z0-9_.-]{0,48}$/;

export interface NewHandler {
  readonly kind: HandlerKind;
  readonly name: string;
  /** Where to write it, and what to call that place. */
  readonly location: string;
  readonly path: string;
}

function describeWriteFailure(path: string, cause: unknown): AppError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EEXIST")
    return new AppError("conflict", `${path} exists; it was left as it is.`, {
      next: "Give another path with --file.",
      cause,
    });
  return new AppError(
    "bad_request",
    `${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    { next: "Give another path with --file.", cause },
  );
}

/** Writes a file to start from, with an id of its own. Never overwrites. */
export async function writeNewHandler({ kind, name, location, path }: NewHandler): Promise<{ readonly id: string }> {
  if (!NAME.test(name))
    throw new AppError("invalid_arguments", "That is no name of a handler; nothing was written.", {
      next: "A name is a letter and up to 48 more letters, digits, _, . or -.",
    });
  const id = randomUUID();
  const template = await fs.readFile(new URL(`./templates/${kind}.sql`, import.meta.url), "utf8");
  const text = template.replaceAll("{{name}}", name).replaceAll("{{id}}", id);
  try {
    await fs.writeFile(location, text, { flag: "wx" });
  } catch (cause) {
    throw describeWriteFailure(path, cause);
  }
  return { id };
}

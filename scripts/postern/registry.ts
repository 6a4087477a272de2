import { AUDIT_COMMANDS } from "./audit-commands.ts";
import type { Command } from "./command.ts";
import { CONNECTION_COMMANDS } from "./connection-commands.ts";
import { HANDLER_FILE_COMMANDS } from "./handler-file-commands.ts";
import { HANDLER_PACK_COMMANDS } from "./handler-pack-commands.ts";
import { KEYS_COMMANDS } from "./keys-commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { PREVIEW_COMMANDS } from "./preview-commands.ts";
import { QUESTION_COMMANDS } from "./question-commands.ts";
import { STDIO_COMMANDS } from "./stdio-command.ts";
import { TENANT_COMMANDS } from "./tenant-commands.ts";
import { TOKEN_COMMANDS } from "./token-commands.ts";

/** A noun and what can be done with it. */
export interface Noun {
  readonly noun: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

export const NOUNS: readonly Noun[] = [
  { noun: "tenant", summary: "who shares the Worker, and what they may read", commands: TENANT_COMMANDS },
  { noun: "connection", summary: "the databases of a tenant", commands: CONNECTION_COMMANDS },
  { noun: "token", summary: "what an assistant signs in with", commands: TOKEN_COMMANDS },
  { noun: "keys", summary: "what seals passwords and keys", commands: KEYS_COMMANDS },
  { noun: "model", summary: "who makes embeddings and writes SQL for a tenant", commands: MODEL_COMMANDS },
  {
    noun: "question",
    summary: "questions in plain words, saved with SQL that answers them",
    commands: QUESTION_COMMANDS,
  },
  { noun: "preview", summary: "a tenant on a copy of its database, for a while", commands: PREVIEW_COMMANDS },
  { noun: "audit", summary: "a record of every call, in the tenant's own database", commands: AUDIT_COMMANDS },
  {
    noun: "handlers",
    summary: "tools, resources and prompts written in SQL, in the database itself",
    commands: [...HANDLER_PACK_COMMANDS, ...HANDLER_FILE_COMMANDS],
  },
  { noun: "stdio", summary: "for clients that start a process instead of calling a URL", commands: STDIO_COMMANDS },
];

export const COMMANDS: readonly Command[] = NOUNS.flatMap(({ commands }) => commands);

import type { Options } from "./command.ts";

/** Where previews are, for every command about them. */
export const PLACE = {
  local: { type: "boolean", what: "on this machine: on the embedded Postgres and the Worker that npm start runs" },
  "neon-project": {
    type: "string",
    value: "id",
    what: "the Neon project that has the tenant's database",
    otherwise: "NEON_PROJECT_ID of the environment",
  },
} as const satisfies Options;

/** What only matters when a preview is made. */
export const UP = {
  "ttl-hours": { type: "string", value: "n", what: "how long it lives, 1 to 720", otherwise: "72" },
  "database-url": {
    type: "string",
    value: "url",
    what: "the reader's URL as production has it, or - to read it from stdin; only its host is replaced by the branch's",
    otherwise: "PREVIEW_DATABASE_URL of the environment; without it, Neon is asked for the password of --role",
  },
  role: {
    type: "string",
    value: "name",
    what: "the reader that the preview signs in as, whose password Neon knows",
    otherwise: "that of the tenant's connection in production",
  },
  database: {
    type: "string",
    value: "name",
    what: "the database that it reads",
    otherwise: "that of the tenant's connection in production",
  },
  "neon-parent": {
    type: "string",
    value: "branch id",
    what: "the branch to branch from, such as br-cool-sun-123456",
    otherwise: "the project's default branch",
  },
  "policy-from": {
    type: "string",
    value: "url",
    what: "the Worker whose policy of the tenant is copied; its admin token is read from PRODUCTION_ADMIN_TOKEN",
    otherwise: "PRODUCTION_URL of the environment; without it the default policy holds",
  },
  "no-version": {
    type: "boolean",
    what: "upload nothing: the preview Worker as it is deployed serves it, at /previews/ below --url",
  },
  "new-token": { type: "boolean", what: "make a new token, and end those that this command made before" },
  "no-token": { type: "boolean", what: "make no token: for workflows, whose logs others may read" },
} as const satisfies Options;

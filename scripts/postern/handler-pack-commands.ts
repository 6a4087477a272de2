import { installPack } from "../handlers/install-pack.ts";
import { packStatus } from "../handlers/pack-status.ts";
import { removePack } from "../handlers/remove-pack.ts";
import { upgradePack } from "../handlers/upgrade-pack.ts";
import { type Command, defineCommand, PROGRAM } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { isServing, showStatus } from "./handler-status-view.ts";
import { asOwner, CONNECTS_AS_OWNER, OWNER_URL } from "./owner-connection.ts";

const FROM_FILE = "cat owner-url.txt |";

const install = defineCommand({
  name: "handlers install",
  summary: "Install the pack that lets a database define its own tools, resources and prompts",
  details: [
    "The pack is schema api: a registry, functions that answer MCP requests from it, and five examples. It can be run again, for instance to let another role use it. A schema api that is not the pack's is left alone.",
    CONNECTS_AS_OWNER,
  ],
  arguments: [],
  options: {
    ...OWNER_URL,
    "grant-to": {
      type: "string",
      multiple: true,
      value: "role",
      what: "a role that may list and call handlers, present and future: the role of the tenant's connection",
      otherwise: "only the owner may",
    },
  },
  examples: [
    {
      line: "handlers install --connection - --grant-to postern_reader",
      what: "The URL comes from a file that only you can read.",
      before: FROM_FILE,
    },
    { line: "handlers install", what: "The URL is in DATABASE_URL." },
  ],
  next: `Write a handler: ${PROGRAM} handlers new tool weather_at`,
  async run(session, _, { connection: url, "grant-to": grantTo }) {
    const done = await asOwner(session, url, (client) => installPack(client, { grantTo }));
    const lines = [
      done.outcome === "installed"
        ? `Installed version ${String(done.version)} of the pack into schema api.`
        : `Version ${String(done.version)} of the pack is installed already.`,
      ...done.grantedTo.map((role) => `${role} may list and call handlers.`),
      ...(done.grantedTo.length > 0 || done.outcome === "unchanged"
        ? []
        : [`Nobody but its owner may use it yet: ${PROGRAM} handlers install --grant-to <role of the connection>`]),
      `Write a handler: ${PROGRAM} handlers new tool weather_at`,
    ];
    return { data: done, text: lines.join("\n") };
  },
});

const upgrade = defineCommand({
  name: "handlers upgrade",
  summary: "Bring an installed pack to the version of this Postern",
  details: [
    "At this version already, it puts back what was changed in the pack. Handlers of your own, grants and the log stay; an example that you dropped or made your own stays so.",
    CONNECTS_AS_OWNER,
  ],
  arguments: [],
  options: OWNER_URL,
  examples: [{ line: "handlers upgrade --connection -", what: "After Postern was updated.", before: FROM_FILE }],
  next: `See what there is: ${PROGRAM} handlers status`,
  async run(session, _, { connection: url }) {
    const done = await asOwner(session, url, upgradePack);
    const text =
      done.outcome === "upgraded"
        ? `Upgraded the pack from version ${String(done.from)} to ${String(done.to)}.`
        : `The pack is at version ${String(done.to)} already; whatever was changed in it is back as delivered.`;
    return { data: done, text };
  },
});

const status = defineCommand({
  name: "handlers status",
  summary: "Show what schema api holds: the pack's version and every handler",
  details: [
    "Changes nothing. Exit code 1 when the database serves no handlers, that is when neither the pack nor another implementation of its API is there; a pack that could be upgraded is no failure.",
    CONNECTS_AS_OWNER,
  ],
  arguments: [],
  options: OWNER_URL,
  examples: [{ line: "handlers status", what: "The URL is in DATABASE_URL." }],
  next: `Try a file of handlers: ${PROGRAM} handlers test weather_at.sql`,
  async run(session, _, { connection: url }) {
    const found = await asOwner(session, url, packStatus);
    return { data: found, text: showStatus(found), failed: !isServing(found) };
  },
});

const remove = defineCommand({
  name: "handlers remove",
  summary: "Remove the pack, and nothing else in the database",
  details: [
    `Handlers of your own stop it unless --force is given. A log of exchanges that has rows is kept unless --drop-exchanges is given. ${ASKS_FIRST}`,
    CONNECTS_AS_OWNER,
  ],
  arguments: [],
  options: {
    ...OWNER_URL,
    ...YES,
    force: { type: "boolean", what: "remove handlers of your own too; keep their files" },
    "drop-exchanges": { type: "boolean", what: "drop the log, api.mcp_exchange, with its rows" },
  },
  examples: [
    { line: "handlers remove", what: "The URL is in DATABASE_URL." },
    { line: "handlers remove --force --drop-exchanges --yes", what: "All of it, without asking." },
  ],
  next: `Install it again at any time: ${PROGRAM} handlers install`,
  async run(session, _, { connection: url, yes, force, "drop-exchanges": dropExchanges }) {
    if (!yes) await session.confirm(`Remove the pack${force ? " with your own handlers" : ""} from this database?`);
    const done = await asOwner(session, url, (client) => removePack(client, { force, dropExchanges }));
    const lines = [
      `Removed the pack with its ${String(done.handlers.length)} handlers: ${done.handlers.join(", ") || "none"}.`,
      ...(done.exchangesKept ? ["The log api.mcp_exchange has rows and was kept; --drop-exchanges drops it."] : []),
      ...(done.schemaDropped ? [] : ["Schema api was kept for what is left in it."]),
    ];
    return { data: done, text: lines.join("\n") };
  },
});

export const HANDLER_PACK_COMMANDS: readonly Command[] = [install, upgrade, status, remove];

import { bringUp } from "../preview/bring-up.ts";
import { listPreviews } from "../preview/list-previews.ts";
import { checkNames } from "../preview/preview-label.ts";
import { sweep as removeExpired, takeDown } from "../preview/take-down.ts";
import { type Command, defineCommand, PROGRAM, UsageError } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { PLACE, UP } from "./preview-options.ts";
import { lookPlace, upPlace } from "./preview-place.ts";
import { previewTable, showBroughtUp, showPreview, showSwept } from "./preview-view.ts";
import { showCell } from "./table.ts";
import { TENANT } from "./tenant-argument.ts";

const ANY_TENANT = { ...TENANT, what: "only those of this tenant; all when left out", isOptional: true } as const;
const DEFAULT_NAME = "preview";
const DEFAULT_HOURS = "72";
/** Neon keeps a branch that expires for 30 days at most. */
const MOST_HOURS = 720;

const NAME = {
  name: {
    type: "string",
    value: "text",
    what: "which of the tenant's previews, such as pr-12",
    otherwise: DEFAULT_NAME,
  },
} as const;

const NEEDS =
  "In the environment: NEON_API_KEY and NEON_PROJECT_ID, and the preview Worker's admin token as PREVIEW_ADMIN_TOKEN. --local needs none of them.";

function readEnd(hours: string, now: Date): string {
  const value = Number(hours);
  if (!/^\d{1,4}$/.test(hours) || value < 1 || value > MOST_HOURS)
    throw new UsageError(`--ttl-hours must be a whole number from 1 to ${MOST_HOURS}`);
  // Whole seconds: Neon keeps no more, and both ends shall be the same.
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + value * 3_600_000).toISOString().replace(".000Z", "Z");
}

const up = defineCommand({
  name: "preview up",
  summary: "Bring up a preview of a tenant: a branch of its database, a version of the Worker, a tenant and a token",
  details: [
    "The branch is a copy of the tenant's database that Neon makes in a second; nothing that happens in it reaches the original. The Worker of this checkout is uploaded as a version of the preview Worker with a URL of its own. All of it ends by itself at the same time: Neon removes the branch, and the Worker refuses the token.",
    "Run again it finds what is there, uploads the Worker anew, moves the end and makes only what is missing; so it also goes on where it failed. The data stay as they are in the branch: for fresh ones, take the preview down first. The token is shown once, when it is made. Previews that have expired are removed first.",
    `${NEEDS} Besides that: CLOUDFLARE_API_TOKEN for wrangler and, as PREVIEW_DATABASE_URL or with --database-url -, the URL of the reader's connection. With PRODUCTION_URL and PRODUCTION_ADMIN_TOKEN the policy comes from there, and without a database URL the reader's name, too.`,
  ],
  arguments: [TENANT],
  options: { ...NAME, ...PLACE, ...UP },
  examples: [
    { line: "preview up demo --local", what: "Without any account, beside what npm start runs." },
    {
      line: "preview up acme --name pr-12 --database-url - --ttl-hours 24",
      what: "A day for a pull request. The reader's URL, as production has it, comes from a file.",
      before: "cat reader-url.txt |",
    },
    {
      line: "preview up acme --name pr-12 --role postern_reader --database shop --no-token",
      what: "From a workflow: Neon is asked for the reader's password, and no token can get into a log.",
    },
  ],
  next: `Take it down when it is not needed any more: ${PROGRAM} preview down <tenant> --name pr-12`,
  async run(session, { tenant }, options) {
    const { now, progress } = session;
    const { name } = checkNames({ tenant, name: options.name ?? DEFAULT_NAME });
    if (options["no-token"] && options["new-token"]) throw new UsageError("Give --no-token or --new-token, not both");
    const expiresAt = readEnd(options["ttl-hours"] ?? DEFAULT_HOURS, now);
    const place = await upPlace(session, tenant, options);
    const token = options["no-token"] ? "none" : options["new-token"] ? "new" : "keep";
    const done = await bringUp({ tenant, name, expiresAt, token, now, progress, ...place });
    return {
      data: { tenant, name, expiresAt, ...done },
      text: showBroughtUp(done, { tenant, name, expiresAt, now, isSample: options.local }),
      warnings: showSwept(done.swept),
    };
  },
});

const list = defineCommand({
  name: "preview list",
  summary: "List previews: where they are served, what there is of them, when they end",
  details: [
    "What there is, is read from the branches' names and the preview Worker's tenants. A preview is incomplete when one of the two is missing: preview up makes it whole, preview down removes the rest.",
    NEEDS,
  ],
  arguments: [ANY_TENANT],
  options: PLACE,
  examples: [
    { line: "preview list --local", what: "Those on this machine." },
    { line: "preview list acme --url https://postern-preview.acme.workers.dev", what: "Those of acme." },
  ],
  next: `Remove one: ${PROGRAM} preview down <tenant> --name pr-12`,
  async run(session, { tenant }, options) {
    const previews = await listPreviews(lookPlace(session, options), tenant, session.now);
    return { data: previews, text: previewTable(previews, session.now) };
  },
});

const down = defineCommand({
  name: "preview down",
  summary: "Take a preview down: its tenant with connections and tokens, and its branch",
  details: [
    `From then on its tokens are refused; instances of the Worker that used one a moment ago follow within half a minute. Nothing there is no failure. ${ASKS_FIRST}`,
    "The version of the Worker stays, because Cloudflare deletes none: its URL goes on answering, but without the tenant it serves nobody. It is forgotten when newer versions take its place.",
    NEEDS,
  ],
  arguments: [TENANT],
  options: { ...NAME, ...PLACE, ...YES },
  examples: [
    { line: "preview down demo --local", what: "On this machine." },
    {
      line: "preview down acme --name pr-12 --url https://postern-preview.acme.workers.dev --yes",
      what: "The pull request is closed.",
    },
  ],
  next: `See what is left: ${PROGRAM} preview list`,
  async run(session, { tenant }, options) {
    const id = checkNames({ tenant, name: options.name ?? DEFAULT_NAME });
    const place = lookPlace(session, options);
    if (!options.yes) await session.confirm(`Take down preview ${showCell(id.name)} of ${tenant} with its data?`);
    const removed = await takeDown(place, id);
    const text =
      removed.length === 0
        ? `There is no ${showPreview(id)}.`
        : `Took down ${showPreview(id)}: ${removed.map(showCell).join(", ")}.`;
    return { data: { ...id, removed }, text };
  },
});

const sweep = defineCommand({
  name: "preview sweep",
  summary: "Remove the previews that have expired",
  details: [
    "Nobody can use them any more anyway; this removes their records and what Neon has not removed itself. preview up does it, too. Exit code 1 when one could not be removed.",
    NEEDS,
  ],
  arguments: [ANY_TENANT],
  options: PLACE,
  examples: [
    { line: "preview sweep --local", what: "On this machine." },
    { line: "preview sweep --url https://postern-preview.acme.workers.dev", what: "Every day, from a workflow." },
  ],
  next: `See what is left: ${PROGRAM} preview list`,
  async run(session, { tenant }, options) {
    const swept = await removeExpired(lookPlace(session, options), tenant, session.now);
    const lines = showSwept(swept);
    return {
      data: swept,
      text: lines.length === 0 ? "No preview has expired." : lines.join("\n"),
      failed: swept.failed.length > 0,
    };
  },
});

export const PREVIEW_COMMANDS: readonly Command[] = [up, list, down, sweep];

import { readActivity } from "../catalog/activity.ts";
import { defineResource } from "./define-resource.ts";

const MAX_SESSIONS = 100;

export const statActivity = defineResource({
  uri: "pg://stat/activity",
  name: "stat_activity",
  title: "PostgreSQL activity",
  description:
    "Sessions connected now, newest first, with their state and, where it is the caller's to see, statement.",
  mimeType: "application/json",
  async read(context) {
    const { sessions, total, seesAll } = await readActivity(context.database().read, MAX_SESSIONS);
    const shown = total > sessions.length ? `The ${String(sessions.length)} newest of ${String(total)}` : "All";
    return {
      activity_count: sessions.length,
      activities: sessions,
      description: `${shown} sessions but this one. Of others' statements only the first word and the length are shown.`,
      ...(seesAll
        ? {}
        : { note: "Postgres hides other roles' sessions from this role; GRANT pg_monitor would show more of them." }),
    };
  },
});

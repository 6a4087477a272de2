import { readReplication } from "../catalog/replication.ts";
import { defineResource } from "./define-resource.ts";

export const statReplication = defineResource({
  uri: "pg://stat/replication",
  name: "stat_replication",
  title: "PostgreSQL replication",
  description: "Replicas that stream from this server, with their state and lag.",
  mimeType: "application/json",
  async read(context) {
    const { replicas, isStandby, seesAll } = await readReplication(context.database().read);
    return {
      replica_count: replicas.length,
      replicas,
      status: statusOf(replicas.length, isStandby),
      description: "Replicas that stream from this server now.",
      ...(seesAll || replicas.length === 0
        ? {}
        : { note: "Postgres hides the replicas' details from this role; GRANT pg_monitor would show them." }),
    };
  },
});

function statusOf(count: number, isStandby: boolean): string {
  if (count === 0) {
    return isStandby
      ? "No active replicas: this is a standby server itself."
      : "No active replicas: nothing streams from this primary server.";
  }
  return `${isStandby ? "Standby" : "Primary"} server with ${String(count)} active replica(s)`;
}

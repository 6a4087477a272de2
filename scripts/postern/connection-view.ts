import type { ConnectionInfo } from "../admin-records.ts";
import { PROGRAM } from "./command.ts";
import { showDate } from "./show-date.ts";
import { renderTable, showCell } from "./table.ts";

/** Where a connection leads, without its password. */
export function showTarget({ user, host, port, database, proxy }: ConnectionInfo): string {
  return showCell(`${user}@${host}:${port}/${database}${proxy === undefined ? "" : ` via ${proxy}`}`);
}

export function connectionTable(tenant: string, connections: readonly ConnectionInfo[]): string {
  if (connections.length === 0) {
    return `No connections yet. Make one: ${PROGRAM} connection create ${tenant} main --database-url -`;
  }
  const rows = connections.map((connection, index) => {
    const { id, description = "", createdAt, updatedAt } = connection;
    const target = showTarget(connection);
    return [id, target, description, showDate(updatedAt ?? createdAt), index === 0 ? "default" : ""];
  });
  return renderTable(["CONNECTION", "DATABASE", "DESCRIPTION", "SAVED (UTC)", "NOTE"], rows);
}

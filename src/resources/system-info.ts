import { readSystemInfo } from "../catalog/system-info.ts";
import { defineResource } from "./define-resource.ts";

export const systemInfo = defineResource({
  uri: "pg://system_info",
  name: "system_info",
  title: "PostgreSQL system information",
  description: "Version, platform, compiler, database, user and address of the Postgres server.",
  mimeType: "application/json",
  async read(context) {
    const { connection, read } = context.database();
    const { host, port, id } = connection;
    return { ...(await readSystemInfo(read)), host, port, connection_name: id };
  },
});

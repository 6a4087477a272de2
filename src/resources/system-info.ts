import { readSystemInfo } from "../catalog/system-info.ts";
import { defineResource } from "./define-resource.ts";

export const systemInfo = defineResource({
  uri: "pg://system_info",
  name: "system_info",
  title: "PostgreSQL system information",
  description: "Version, platform, compiler, database, user and address of the Postgres server.",
  mimeType: "application/json",
  async read(context) {
    const { host, port, id } = context.connection ?? {};
    return { ...(await readSystemInfo(context.read)), host, port, connection_name: id };
  },
});

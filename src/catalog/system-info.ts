import type { Read } from "./read.ts";
import { ownStatement } from "../sql/own-statement.ts";

const statement = ownStatement`
SELECT current_setting('server_version') AS postgresql_version,
       current_setting('server_version_num') AS version_number,
       version() AS full_version,
       current_database() AS database,
       current_user AS "user"`;

export interface SystemInfo {
  readonly postgresql_version: string;
  readonly version_number: string;
  readonly full_version: string;
  readonly operating_system: string;
  readonly architecture: string;
  readonly compiler: string;
  readonly bit_version: string;
  readonly database: string;
  readonly user: string;
}

/** What the server says of itself; platform and compiler are the parts of `version()`. */
export async function readSystemInfo(read: Read): Promise<SystemInfo> {
  const { rows } = await read(statement, [], 1);
  const [version, number, full, database, user] = (rows[0] ?? []).map(String);
  const [, platform = "", compiler = "", bits = ""] = /on (\S+), compiled by (.+), (\d+-bit)$/.exec(full ?? "") ?? [];
  const [architecture = "", ...system] = platform.split("-");
  return {
    postgresql_version: version ?? "",
    version_number: number ?? "",
    full_version: full ?? "",
    operating_system: system.join("-"),
    architecture,
    compiler,
    bit_version: bits,
    database: database ?? "",
    user: user ?? "",
  };
}

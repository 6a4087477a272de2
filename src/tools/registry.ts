import type { Tool } from "./define-tool.ts";
import { getSchemaInfo } from "./get-schema-info.ts";
import { query } from "./query.ts";
import { queryDatabase } from "./query-database.ts";
import { readResource } from "./read-resource.ts";
import { serverInfo } from "./server-info.ts";

export const tools: readonly Tool[] = [getSchemaInfo, query, queryDatabase, readResource, serverInfo];

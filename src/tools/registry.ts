import { addDatabaseConnection } from "./add-database-connection.ts";
import type { Tool } from "./define-tool.ts";
import { editDatabaseConnection } from "./edit-database-connection.ts";
import { generateEmbedding } from "./generate-embedding.ts";
import { getSchemaInfo } from "./get-schema-info.ts";
import { listDatabaseConnections } from "./list-database-connections.ts";
import { query } from "./query.ts";
import { queryDatabase } from "./query-database.ts";
import { readResource } from "./read-resource.ts";
import { removeDatabaseConnection } from "./remove-database-connection.ts";
import { serverInfo } from "./server-info.ts";
import { setDatabaseConnection } from "./set-database-connection.ts";
import { setPgConfiguration } from "./set-pg-configuration.ts";
import { similaritySearch } from "./similarity-search.ts";

export const tools: readonly Tool[] = [
  addDatabaseConnection,
  editDatabaseConnection,
  generateEmbedding,
  getSchemaInfo,
  listDatabaseConnections,
  query,
  queryDatabase,
  readResource,
  removeDatabaseConnection,
  serverInfo,
  setDatabaseConnection,
  setPgConfiguration,
  similaritySearch,
];

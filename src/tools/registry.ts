import type { Tool } from "./define-tool.ts";
import { query } from "./query.ts";
import { serverInfo } from "./server-info.ts";

export const tools: readonly Tool[] = [query, serverInfo];

import type { Prompt } from "./define-prompt.ts";
import { designSchema } from "./design-schema.ts";
import { diagnoseQueryIssue } from "./diagnose-query-issue.ts";
import { exploreDatabase } from "./explore-database.ts";
import { setupSemanticSearch } from "./setup-semantic-search.ts";

export const prompts: readonly Prompt[] = [designSchema, diagnoseQueryIssue, exploreDatabase, setupSemanticSearch];

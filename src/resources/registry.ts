import type { Resource, ResourceTemplate } from "./define-resource.ts";
import { settings } from "./settings.ts";
import { statActivity } from "./stat-activity.ts";
import { statReplication } from "./stat-replication.ts";
import { systemInfo } from "./system-info.ts";
import { table } from "./table.ts";

export const resources: readonly Resource[] = [settings, statActivity, statReplication, systemInfo];

export const resourceTemplates: readonly ResourceTemplate[] = [table];

import type { Resource } from "./define-resource.ts";
import { systemInfo } from "./system-info.ts";

export const resources: readonly Resource[] = [systemInfo];

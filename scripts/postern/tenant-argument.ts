import type { Argument } from "./command.ts";

export const TENANT = { name: "tenant", what: "the tenant's id" } as const satisfies Argument;

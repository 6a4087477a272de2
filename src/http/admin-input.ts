import { nearestNames } from "../catalog/nearest-names.ts";
import { type LimitRange, policyFlags, type PolicyLimit, policyLimits, policyLists } from "../config.ts";
import { AppError } from "../errors.ts";
import { handlerName } from "../handlers/handler-name.ts";
import { toolNames } from "../mcp/visible-tools.ts";
import { identifierShape } from "../tenants/identifier-shape.ts";
import { completePolicy, limitNames } from "../tenants/policy.ts";
import type { Scope, Tenant, TenantPolicy } from "../tenants/records.ts";

type Fields = Record<string, unknown>;

export function requireFields(body: unknown, known: readonly string[]): Fields {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw invalid("the body must be a JSON object");
  for (const name of Object.keys(body)) if (!known.includes(name)) throw unknownField(name, known);
  return body as Fields;
}

function unknownField(name: string, known: readonly string[]): AppError {
  const [nearest] = nearestNames(name, known);
  return new AppError("invalid_arguments", `Invalid request: unknown field "${name}".`, {
    next: nearest === undefined ? `Known are ${known.join(", ")}.` : `Did you mean "${nearest}"?`,
  });
}

export function invalid(why: string): AppError {
  return new AppError("invalid_arguments", `Invalid request: ${why}.`);
}

export function identifier(value: unknown, field: string): string {
  if (typeof value !== "string" || !identifierShape.test(value)) {
    throw invalid(`${field} must be 1 to 63 lower-case letters, digits, hyphens and underscores`);
  }
  return value;
}

export function text(value: unknown, field: string, fallback: string): string {
  if (value === undefined) return fallback;
  if (typeof value !== "string" || value.length > 1000)
    throw invalid(`${field} must be a string of at most 1000 characters`);
  return value;
}

/** The field when it is given and not empty. */
export function optionalText<Name extends string>(fields: Fields, name: Name): { [K in Name]?: string } {
  const value = text(fields[name], name, "");
  return value === "" ? {} : ({ [name]: value } as { [K in Name]: string });
}

export function integer(value: unknown, field: string, range: readonly [number, number], fallback: number): number {
  if (value === undefined) return fallback;
  const [least, most] = range;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    throw invalid(`${field} must be an integer from ${String(least)} to ${String(most)}`);
  }
  return value;
}

function strings(value: unknown, field: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    throw invalid(`${field} must be a list of strings`);
  return value;
}

const scopes: readonly string[] = ["read", "write", "admin"] satisfies Scope[];

export function scopeList(value: unknown): readonly Scope[] {
  const wanted = value === undefined ? ["read"] : strings(value, "scopes");
  if (wanted.length === 0 || !wanted.every((scope) => scopes.includes(scope)))
    throw invalid(`scopes must be some of ${scopes.join(", ")}`);
  return wanted as readonly Scope[];
}

/** The connections a token is limited to. Each must be there, or a mistyped one would look like a right one. */
export function connectionList(value: unknown, tenant: Tenant): { connections?: readonly string[] } {
  if (value === undefined) return {};
  const wanted = strings(value, "connections");
  const known = tenant.connections.map(({ id }) => id);
  if (wanted.length === 0 || !wanted.every((id) => known.includes(id)))
    throw invalid(`connections must be some of ${known.join(", ") || "none yet: create a connection first"}`);
  return { connections: wanted };
}

const listNames = Object.keys(policyLists) as readonly (keyof typeof policyLists)[];

// A mistyped denial would protect nothing, and an empty list could mean all or none.
const relationShape = /^[^.]+(\.[^.]+)?$/;

function policyList(value: unknown, name: (typeof listNames)[number]): readonly string[] {
  const items = strings(value, `policy.${name}`);
  if (items.some((item) => item === "")) throw invalid(`policy.${name} has an empty name`);
  if (name.startsWith("allowedS") && items.length === 0)
    throw invalid(`policy.${name} must name something; null removes the list`);
  if (name === "deniedRelations" && !items.every((item) => relationShape.test(item)))
    throw invalid("policy.deniedRelations takes name, schema.name or schema.*");
  if (name === "allowedTools") checkToolNames(items);
  return items;
}

/** Which handlers a tenant's databases have is not known here, so only what can be no tool's name is refused. */
function checkToolNames(names: readonly string[]): void {
  const odd = names.filter((name) => !handlerName.test(name));
  if (odd.length > 0 || names.length === 0)
    throw invalid(`policy.allowedTools must name tools: some of ${[...toolNames].join(", ")}, or handlers of your own`);
}

const flagNames = Object.keys(policyFlags) as readonly (keyof typeof policyFlags)[];

export const policyNames: readonly string[] = [...limitNames, ...flagNames, ...listNames];

export function policy(value: unknown): TenantPolicy {
  const fields = requireFields(value ?? {}, policyNames);
  const flags = flagNames.map((name) => [name, flag(fields[name], `policy.${name}`)] as const);
  const limits = limitNames.map((name) => [name, policyLimit(fields[name], name)] as const);
  // null takes a list away again.
  const lists = listNames
    .filter((name) => fields[name] !== undefined && fields[name] !== null)
    .map((name) => [name, policyList(fields[name], name)] as const);
  return completePolicy(Object.fromEntries([...limits, ...lists, ...flags]));
}

function flag(value: unknown, field: string): boolean {
  const given = value ?? false;
  if (typeof given !== "boolean") throw invalid(`${field} must be true or false`);
  return given;
}

function policyLimit(value: unknown, name: PolicyLimit): number {
  const { least, most, default: fallback, choices }: LimitRange = policyLimits[name];
  // null puts the default back.
  const limit = integer(value ?? undefined, `policy.${name}`, [least, most], fallback);
  if (choices !== undefined && !choices.includes(limit))
    throw invalid(`policy.${name} must be one of ${choices.join(", ")}`);
  return limit;
}

/** The proxy in front of a connection: only one that the operator has listed. */
export function proxy(value: unknown, allowed: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && allowed.includes(value)) return value;
  throw new AppError("invalid_arguments", "Invalid request: proxy must be one of ALLOWED_PROXIES.", {
    next: "List its host in the ALLOWED_PROXIES variable of the Worker and deploy again.",
  });
}

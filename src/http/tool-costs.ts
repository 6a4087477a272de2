import { toolTokens } from "../generated/tool-tokens.js";
import type { Scope } from "../tenants/records.ts";
import { tools } from "../tools/registry.ts";

const scopes: readonly Scope[] = ["read", "write", "admin"];

/** Every tool with what it costs in an assistant's context, those that most tokens have first. */
export const toolCosts = scopes.flatMap((wanted) =>
  tools
    .filter(({ scope }) => scope === wanted)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, scope, description }) => ({ name, scope, description, tokens: costOf(name) })),
);

function costOf(name: string): number {
  const tokens = toolTokens[name];
  if (tokens === undefined) throw new Error(`no cost was generated for ${name}`);
  return tokens;
}

/** What all tools of one scope cost together. */
export function tokensOf(wanted: Scope): number {
  return toolCosts.filter(({ scope }) => scope === wanted).reduce((sum, { tokens }) => sum + tokens, 0);
}

import { nearestNames } from "../catalog/nearest-names.ts";
import { MAX_DIMENSIONS } from "../config.ts";
import { AppError } from "../errors.ts";
import { findProvider, type ModelUse, type ProviderFacts, providersFor } from "../model-providers.ts";
import type { NewModel } from "../tenants/model-store.ts";
import { checkModelUrl } from "../tenants/model-url.ts";
import { integer, invalid, requireFields } from "./admin-input.ts";

const fieldsOf = {
  embedding: ["provider", "model", "url", "dimensions", "key"],
  text: ["provider", "model", "url", "key"],
} as const;

/** A model's settings as they came; `allowLocal` admits models on this machine. */
export function modelInput(body: unknown, use: ModelUse, allowLocal: boolean): NewModel {
  const fields = requireFields(body, fieldsOf[use]);
  const [provider, facts] = providerInput(fields["provider"], use);
  const settings = {
    provider,
    ...word(fields["model"], "model", 200),
    ...urlInput(fields["url"], provider, facts, allowLocal),
    ...(fields["dimensions"] === undefined
      ? {}
      : { dimensions: integer(fields["dimensions"], "dimensions", [1, MAX_DIMENSIONS], 1) }),
    ...keyInput(fields["key"], provider, facts),
  };
  if (provider === "local" && ("model" in settings || "dimensions" in settings))
    throw invalid("the provider local has one model of one size: leave out model and dimensions");
  return settings;
}

function providerInput(value: unknown, use: ModelUse): readonly [string, ProviderFacts] {
  const known = providersFor(use);
  const facts = typeof value === "string" && known.includes(value) ? findProvider(value) : undefined;
  if (typeof value === "string" && facts !== undefined) return [value, facts];
  const [nearest] = nearestNames(typeof value === "string" ? value : "", known);
  const list = `provider must be one of ${known.join(", ")}`;
  throw new AppError("invalid_arguments", `Invalid request: for ${use}, ${list}.`, {
    ...(nearest === undefined ? {} : { next: `Did you mean "${nearest}"?` }),
  });
}

/** Visible characters without spaces; what was given is not repeated, for it may be a key in the wrong place. */
function word<Name extends string>(value: unknown, name: Name, most: number): { [K in Name]?: string } {
  if (value === undefined) return {};
  if (typeof value !== "string" || value.length > most || !/^[\x21-\x7e]+$/.test(value))
    throw invalid(`${name} must be 1 to ${String(most)} visible ASCII characters without spaces`);
  return { [name]: value } as { [K in Name]: string };
}

function urlInput(value: unknown, provider: string, facts: ProviderFacts, allowLocal: boolean): { url?: string } {
  if (value === undefined) {
    if (facts.url?.startsWith("http:") === true && !allowLocal)
      throw invalid(`the provider ${provider} needs a url: nothing runs beside the Worker`);
    return {};
  }
  if (facts.url === undefined) throw invalid(`the provider ${provider} takes no url`);
  if (typeof value !== "string") throw invalid("url must be a string");
  return { url: checkModelUrl(value, allowLocal) };
}

function keyInput(value: unknown, provider: string, facts: ProviderFacts): { key?: string | null } {
  if (value === null) return { key: null };
  if (value !== undefined && facts.url === undefined) throw invalid(`the provider ${provider} takes no key`);
  return word(value, "key", 1000);
}

import type { Complete, RequestContext } from "../context.ts";

interface Described {
  /** Clients may forward it as a tool name, so letters, digits, _ and - only. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json";
}

export interface Resource extends Described {
  readonly uri: string;
  /** The document, before it is written as JSON. */
  read(context: RequestContext): Promise<object>;
}

/** One of the resources that a template stands for. */
export interface ListedResource extends Described {
  readonly uri: string;
}

export interface ResourceTemplate extends Described {
  /** RFC 6570. */
  readonly uriTemplate: string;
  /** What there is now, for resources/list. */
  list(context: RequestContext): Promise<readonly ListedResource[]>;
  /** The document of the URI with these variables; undefined when there is no such thing. */
  read(context: RequestContext, variables: Readonly<Record<string, string>>): Promise<object | undefined>;
  /** One for each variable. */
  readonly complete: Readonly<Record<string, Complete>>;
}

export function defineResource(resource: Resource): Resource {
  return resource;
}

export function defineResourceTemplate(template: ResourceTemplate): ResourceTemplate {
  return template;
}

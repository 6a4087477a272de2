import type { RequestContext } from "../context.ts";

export interface Resource {
  readonly uri: string;
  /** Clients may forward it as a tool name, so letters, digits, _ and - only. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json";
  /** The document, before it is written as JSON. */
  read(context: RequestContext): Promise<object>;
}

export function defineResource(resource: Resource): Resource {
  return resource;
}

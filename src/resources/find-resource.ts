import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { resources, resourceTemplates } from "./registry.ts";
import { parseUriTemplate } from "./uri-template.ts";
import { visibleJson } from "../tools/visible-json.ts";

interface Found {
  /** The URI or URI template it is defined by. */
  readonly kind: string;
  readonly mimeType: string;
  read(context: RequestContext): Promise<object | undefined>;
}

const templates = resourceTemplates.map((template) => ({ template, uris: parseUriTemplate(template.uriTemplate) }));

function findResource(uri: string): Found | undefined {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource !== undefined) return { ...resource, kind: resource.uri };
  for (const { template, uris } of templates) {
    const variables = uris.match(uri);
    if (variables !== undefined) {
      const { uriTemplate: kind, mimeType } = template;
      return { kind, mimeType, read: (context) => template.read(context, variables) };
    }
  }
  return undefined;
}

/** How the resource is defined, without what the caller filled in; undefined when it is not one of ours. */
export const resourceKind = (uri: string): string | undefined => findResource(uri)?.kind;

interface ReadDocument {
  readonly mimeType: string;
  readonly document: object;
}

/** What the URI stands for, as this caller may see it. */
export async function readDocument(context: RequestContext, uri: string): Promise<ReadDocument> {
  const found = context.scopes.includes("read") ? findResource(uri) : undefined;
  const document = await found?.read(context);
  if (found !== undefined && document !== undefined) return { mimeType: found.mimeType, document };
  throw new AppError("resource_not_found", `There is no resource "${uri}".`, {
    next: "Call resources/list, or read_resource with list: true.",
    data: { uri },
  });
}

/** The document as compact JSON: indentation would cost a model a fifth more tokens. */
export async function readResourceText(
  context: RequestContext,
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string }> {
  const { mimeType, document } = await readDocument(context, uri);
  return { uri, mimeType, text: visibleJson(document) };
}

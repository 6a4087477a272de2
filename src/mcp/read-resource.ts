import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { resources } from "../resources/registry.ts";

export async function readResource(context: RequestContext, uri: string) {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource === undefined) {
    throw new AppError("resource_not_found", `There is no resource "${uri}".`, {
      next: "Call resources/list.",
      data: { uri },
    });
  }
  const text = JSON.stringify(await resource.read(context), null, 2);
  return { contents: [{ uri, mimeType: resource.mimeType, text }] };
}

import { AppError } from "../errors.ts";
import { readDocument } from "../resources/find-resource.ts";
import { listResources } from "../resources/list-resources.ts";
import { visibleJson } from "./visible-json.ts";
import type { RequestContext } from "../context.ts";
import { cellText } from "./cell-text.ts";
import { defineTool, readOnly, type ToolAnswer } from "./define-tool.ts";
import { fence } from "./fence.ts";
import { fitDocument } from "./fit-document.ts";

export const readResource = defineTool({
  name: "read_resource",
  title: "Read a resource",
  description:
    "Read a resource by its URI (pg://system_info, pg://settings, pg://stat/activity, pg://stat/replication, postgres:///schema/table), or list them all.",
  scope: "read",
  input: {
    type: "object",
    properties: {
      uri: { type: "string", description: "What to read" },
      list: { type: "boolean", default: false, description: "true to list what there is" },
      connection: { type: "string", description: "Alias of a connection" },
    },
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      uri: { type: "string" },
      mimeType: { type: "string" },
      document: { type: "object" },
      resources: { type: "array", items: { type: "object" } },
      truncated: { type: "boolean" },
    },
  },
  annotations: readOnly,
  async run(context, args) {
    // Models fill in arguments they do not need with empty text.
    const uri = args.uri === "" ? undefined : args.uri;
    if ((uri !== undefined) === (args.list ?? false)) {
      throw new AppError("invalid_arguments", "Pass either uri or list: true.", {
        next: "Call read_resource with list: true to see the URIs.",
      });
    }
    const addressed = { ...context, database: (name?: string) => context.database(name ?? args.connection) };
    return uri === undefined ? await listAll(addressed) : await readOne(addressed, uri);
  },
});

async function readOne(context: RequestContext, uri: string): Promise<ToolAnswer> {
  const { mimeType, document } = await readDocument(context, uri);
  const fitted = fitDocument(document, context.tenant.policy.maxBytes);
  const { cut } = fitted;
  const remark =
    cut === undefined ? "" : `, the last ${String(cut.dropped)} entries of ${cut.list} did not fit: use resources/read`;
  return {
    text: `${uri} (${mimeType})${remark}\n${fence(visibleJson(fitted.document))}`,
    structured: { uri, mimeType, document: fitted.document, truncated: cut !== undefined },
  };
}

async function listAll(context: RequestContext): Promise<ToolAnswer> {
  const all = (await listResources(context)).map(({ uri, name, title, description, mimeType }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
  }));
  const fitted = fitDocument({ resources: all }, context.tenant.policy.maxBytes);
  const resources = all.slice(0, all.length - (fitted.cut?.dropped ?? 0));
  const lines = resources.map(({ uri, description }) => `${uri}\t${cellText(description)}`);
  const remark =
    fitted.cut === undefined
      ? ""
      : ` (${String(resources.length)} of ${String(all.length)}; use resources/list for all)`;
  return {
    text: `Available Resources${remark}:\n${fence(lines.join("\n"))}`,
    structured: { resources, truncated: fitted.cut !== undefined },
  };
}

import type { Handler } from "../handlers/handler.ts";
import type { Prompt } from "../prompts/define-prompt.ts";
import type { ListedResource, ResourceTemplate } from "../resources/define-resource.ts";
import type { Tool } from "../tools/define-tool.ts";

// What a list shows of each thing; the functions and whatever else belongs to it stay here.

export function describeTool({ name, title, description, input, output, annotations }: Tool) {
  // The SDK's types want plain mutable schemas; ours are readonly literals of the same shape.
  return {
    name,
    title,
    description,
    inputSchema: structuredClone(input),
    outputSchema: structuredClone(output),
    annotations,
  } as never;
}

export function describeResource({ uri, name, title, description, mimeType }: ListedResource) {
  return { uri, name, title, description, mimeType };
}

export function describeTemplate({ uriTemplate, name, title, description, mimeType }: ResourceTemplate) {
  return { uriTemplate, name, title, description, mimeType };
}

export function describePrompt({ name, title, description, arguments: list }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: list.map((argument) => ({
      name: argument.name,
      description: argument.description,
      required: argument.required,
    })),
  };
}

/** A handler as its database lists it, checked when it was read. */
export function describeHandler({ definition }: Handler) {
  return structuredClone(definition) as never;
}

import { type LimitRange, policyFlags, policyLimits, policyLists, settings } from "../../src/config.ts";
import { findProvider, modelProviders } from "../../src/model-providers.ts";
import { prompts } from "../../src/prompts/registry.ts";
import { resources, resourceTemplates } from "../../src/resources/registry.ts";
import { tools } from "../../src/tools/registry.ts";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " "): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.map((row) => line(row)),
  ].join("\n");
}

const code = (text: string): string => `\`${text}\``;

function describeProvider(name: string): readonly string[] {
  const { what = "", url, needsKey, embedding, text } = findProvider(name) ?? {};
  const size = embedding?.dimensions[embedding.model];
  return [
    code(name),
    what,
    embedding === undefined ? "" : `${code(embedding.model)}, ${String(size)}`,
    text === undefined ? "" : code(text.model),
    url === undefined ? "" : code(url),
    needsKey === true ? "yes" : "",
  ];
}

/** The tables of README and docs that are made from the code; a test holds them to it. */
export function generatedTables(): Record<string, string> {
  const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
  return {
    tools: table(
      ["Name", "Kind", "What"],
      [
        ...tools.toSorted(byName).map((tool) => [code(tool.name), `tool, ${tool.scope}`, tool.description]),
        ...resources.toSorted(byName).map((resource) => [code(resource.uri), "resource, read", resource.description]),
        ...resourceTemplates.map((template) => [code(template.uriTemplate), "resources, read", template.description]),
        ...prompts.toSorted(byName).map((prompt) => [code(prompt.name), "prompt, read", prompt.description]),
      ],
    ),
    settings: table(
      ["Setting", "Kind", "Effect"],
      Object.entries(settings).map(([name, { kind, what }]) => [code(name), kind, what]),
    ),
    models: table(
      ["Provider", "What", "Embeddings, dimensions", "Text", "URL", "Needs a key"],
      Object.keys(modelProviders).map(describeProvider),
    ),
    policy: table(
      ["Setting", "Default", "Range", "What it bounds or allows"],
      [
        ...Object.entries<LimitRange>(policyLimits).map(([name, limit]) => [
          code(name),
          String(limit.default),
          limit.choices?.join(", ") ?? `${String(limit.least)} to ${String(limit.most)}`,
          limit.what,
        ]),
        ...Object.entries(policyLists).map(([name, list]) => [
          code(name),
          list.otherwise,
          "",
          list.what.replaceAll("*", "\\*"),
        ]),
        ...Object.entries(policyFlags).map(([name, flag]) => [code(name), "false", "", flag.what]),
      ],
    ),
  };
}

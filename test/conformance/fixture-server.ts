import {
  McpServer,
  type ProtocolEra,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerCapabilities,
} from "@modelcontextprotocol/server";
import { askingTools } from "./fixtures/asking-tools.ts";
import { changeTools } from "./fixtures/change-tools.ts";
import { contentTools } from "./fixtures/content-tools.ts";
import { elicitingTools } from "./fixtures/eliciting-tools.ts";
import type { FixtureTool } from "./fixtures/fixture-tool.ts";
import { notifyingTools } from "./fixtures/notifying-tools.ts";
import { findPrompt, listedPrompts } from "./fixtures/prompts.ts";
import { states } from "./fixtures/request-state.ts";
import { listedResources, readFixture, templates } from "./fixtures/resources.ts";
import { schemaTools } from "./fixtures/schema-tools.ts";
import { statefulTools } from "./fixtures/stateful-tools.ts";

const tools: readonly FixtureTool[] = [
  ...askingTools,
  ...changeTools,
  ...contentTools,
  ...elicitingTools,
  ...notifyingTools,
  ...schemaTools,
  ...statefulTools,
];

const capabilities: ServerCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const findTool = (name: string): FixtureTool | undefined => tools.find((tool) => tool.name === name);

/** The SDK compares `Mcp-Param-*` headers with the arguments only for servers of its higher class. */
class HeaderCheckingServer extends McpServer {
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return findTool(name)?.inputSchema;
  }
}

/** Everything that the suite's scenarios name, in either era. */
export function createFixtureServer(era: ProtocolEra): McpServer {
  const fixtures = new HeaderCheckingServer(
    { name: "postern-fixtures", version: "1" },
    { capabilities, requestState: { verify: (state, ctx) => states.verify(state, ctx) } },
  );
  const { server } = fixtures;
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler("tools/call", ({ params }, ctx) => {
    const tool = findTool(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no tool ${params.name}`);
    return tool.run(ctx, params.arguments ?? {});
  });
  server.setRequestHandler("resources/list", () => ({ resources: [...listedResources] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...templates] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const contents = readFixture(uri);
    if (contents === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [contents] };
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: listedPrompts() }));
  server.setRequestHandler("prompts/get", ({ params }, ctx) =>
    findPrompt(params.name).get(params.arguments ?? {}, ctx),
  );
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
  if (era === "legacy") {
    // Accepted and forgotten: between its calls, a client of that era has no stream on which it could be told.
    server.setRequestHandler("resources/subscribe", () => ({}));
    server.setRequestHandler("resources/unsubscribe", () => ({}));
  }
  return fixtures;
}

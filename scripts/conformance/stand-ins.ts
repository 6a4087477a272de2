type Fields = Readonly<Record<string, unknown>>;

interface StandIn extends Fields {
  readonly name?: string;
  readonly uri?: string;
}

const count: StandIn = { name: "query", arguments: { query: "SELECT count(*) FROM shop.orders" } };

/** Calls of Postern's own in place of calls to fixtures, so that the suite also sees how Postern answers those. */
const standIns: Readonly<Record<string, StandIn>> = {
  "tools/call test_simple_text": count,
  // These two are watched for messages that a tool should not send.
  "tools/call test_logging_tool": count,
  "tools/call test_streaming_elicitation": count,
  "tools/call test_error_handling": { name: "query", arguments: { query: "DROP TABLE shop.orders" } },
  "tools/call test_tool_with_progress": {
    name: "query",
    arguments: { query: "SELECT i, repeat('.', 400) AS dots FROM generate_series(1, 1000) AS i" },
  },
  "resources/read test://static-text": { uri: "pg://system_info" },
  "prompts/get test_simple_prompt": { name: "explore-database" },
  "completion/complete test_prompt_with_arguments": {
    ref: { type: "ref/resource", uri: "postgres:///{schema}/{table}" },
    argument: { name: "schema", value: "s" },
  },
};

export interface Translated {
  readonly body: string;
  /** What the Mcp-Name header must say of it, if the client sends one. */
  readonly name: string | undefined;
}

/** The message with a stand-in for the fixture it names; undefined when it names none, or is no message. */
export function translate(text: string): Translated | undefined {
  const message = parse(text);
  const params = fieldsOf(message["params"]);
  const fixture = params["name"] ?? params["uri"] ?? fieldsOf(params["ref"])["name"];
  const standIn = standIns[`${String(message["method"])} ${String(fixture)}`];
  if (standIn === undefined) return undefined;
  const body = JSON.stringify({ ...message, params: { ...params, ...standIn } });
  return { body, name: standIn.name ?? standIn.uri };
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // Not JSON: the Worker is to say so, not the proxy.
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

const SHOP_QUESTION =
  "SELECT p.name, sum(l.quantity) AS sold FROM shop.order_lines l JOIN shop.products p ON p.id = l.product_id GROUP BY p.name ORDER BY sold DESC LIMIT 5";

export interface PanelContent {
  /** What clients call the server: two of one name do not fit into one client. */
  name?: string;
  url: string;
  token: string;
  isSample: boolean;
}

/** What to paste where, each line complete as printed. */
export function renderPanel({ name = "postern", url, token, isSample }: PanelContent): string {
  const mcpUrl = `${url}/mcp`;
  const authorization = `Bearer ${token}`;
  const client = {
    mcpServers: { [name]: { type: "http", url: mcpUrl, headers: { Authorization: authorization } } },
  };
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "query",
      arguments: { query: isSample ? SHOP_QUESTION : "SELECT version()" },
    },
  };
  return [
    "",
    `  MCP URL  ${mcpUrl}`,
    `  Token    ${token}`,
    "",
    "  Claude Code",
    `claude mcp add --transport http ${name} ${mcpUrl} --header "Authorization: ${authorization}"`,
    "",
    "  Other clients",
    JSON.stringify(client),
    "",
    "  Try it",
    `curl -s ${mcpUrl} -H 'Authorization: ${authorization}' -H 'Content-Type: application/json' -d '${JSON.stringify(call)}'`,
    "",
  ].join("\n");
}

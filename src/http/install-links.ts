/** Links that let a client install the server by itself. A link ends up in histories, so none carries a token. */
export function installLinks(url: string): { readonly cursor: string; readonly visualStudioCode: string } {
  const name = "postern";
  const forCursor = { url, headers: { Authorization: "Bearer YOUR_TOKEN" } };
  const forCode = {
    name,
    type: "http",
    url,
    headers: { Authorization: "Bearer ${input:postern-token}" },
    inputs: [{ type: "promptString", id: "postern-token", description: "Postern token", password: true }],
  };
  const config = encodeURIComponent(btoa(JSON.stringify(forCursor)));
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${config}`,
    visualStudioCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(forCode))}`,
  };
}

/** What to paste into a client that starts a process; a secret stands in it as a placeholder. */
export function clientConfig(script: string, options: readonly string[], variable?: readonly [string, string]): string {
  const postern = {
    // The Node that runs this: the client's own may be too old.
    command: process.execPath,
    args: [script, "stdio", ...options],
    ...(variable === undefined ? {} : { env: Object.fromEntries([variable]) }),
  };
  return JSON.stringify({ mcpServers: { postern } }, null, 2);
}

import type { Context } from "hono";
import { html } from "hono/html";
import type { HttpEnv } from "./http-env.ts";

/** The page for people: what this is and how to connect a client to this very address. */
export function homePage(c: Context<HttpEnv>) {
  const url = `${new URL(c.req.url).origin}/mcp`;
  const config = JSON.stringify(
    { mcpServers: { postern: { type: "http", url, headers: { Authorization: "Bearer YOUR_TOKEN" } } } },
    null,
    2,
  );
  return c.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Postern</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 44rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          pre {
            background: #f3f3f0;
            padding: 1rem;
            overflow-x: auto;
          }
        </style>
      </head>
      <body>
        <h1>Postern</h1>
        <p>A guarded gate between AI assistants and a Postgres database. It is up.</p>
        <p>You need a token from whoever runs this server. Then connect your client to <code>${url}</code>.</p>
        <h2>Claude Code</h2>
        <pre>claude mcp add --transport http postern ${url} --header "Authorization: Bearer YOUR_TOKEN"</pre>
        <h2>Other clients</h2>
        <pre>${config}</pre>
      </body>
    </html>`);
}

import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { translate, type Translated } from "./stand-ins.ts";

export interface BearerProxy {
  readonly url: URL;
  stop(): Promise<void>;
}

/**
 * A loopback front that adds a token, which the suite cannot send, and gives stand-ins for fixtures that Postern does
 * not have. All else passes as it is: Host and Origin, statuses, streams as they come.
 */
export async function startBearerProxy(upstream: URL, token: string): Promise<BearerProxy> {
  const server = http.createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const given = await text(request);
      const translated = translate(given);
      const onward = http.request({
        hostname: upstream.hostname,
        port: upstream.port,
        method: request.method,
        path: request.url,
        headers: headersOf(request, token, translated),
      });
      onward.once("response", (answer) => passBack(answer, response));
      onward.once("error", () => response.destroy());
      // Whoever leaves on this side leaves on the other as well.
      response.once("close", () => onward.destroy());
      onward.end(translated?.body ?? given);
    };
    forward().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function headersOf(request: http.IncomingMessage, token: string, translated: Translated | undefined): string[] {
  const own: Record<string, string> = { authorization: `Bearer ${token}` };
  if (translated !== undefined) own["content-length"] = String(Buffer.byteLength(translated.body));
  if (translated?.name !== undefined && request.headers["mcp-name"] !== undefined) own["mcp-name"] = translated.name;
  const { rawHeaders } = request;
  // Names and values take turns.
  const others = rawHeaders.filter((_, at) => !((rawHeaders[at - (at % 2)] ?? "").toLowerCase() in own));
  return [...others, ...Object.entries(own).flat()];
}

function passBack(answer: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  // A stream's reader waits for the headers, however late its first event.
  response.flushHeaders();
  answer.pipe(response);
}

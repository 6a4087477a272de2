import { inject } from "vitest";
import { type NeonApi, startNeonApi } from "../../support/neon-api/start-neon-api.ts";
import { type BreakingFront, startBreakingFront } from "../postern/breaking-front.ts";
import { type Postern, posternAt, startPostern } from "../postern/start-postern.ts";
import type { Ran } from "../postern/run-postern.ts";

export interface PreviewDesk {
  readonly neon: NeonApi;
  /** The preview Worker itself. */
  readonly worker: Postern;
  /** In front of it: what the command talks to. */
  readonly front: BreakingFront;
  /** A preview command; nothing is uploaded. */
  run(line: string, env?: Record<string, string>, input?: string): Promise<Ran>;
  up(line: string, env?: Record<string, string>, input?: string): Promise<Ran>;
  close(): Promise<void>;
}

/** A preview Worker and a project of Neon, as somebody has them who makes previews. */
export async function openDesk(options: { copies?: boolean } = {}): Promise<PreviewDesk> {
  const neon = await startNeonApi(inject("postgresUrl"), options);
  const worker = await startPostern();
  const front = await startBreakingFront(worker.url);
  const run: PreviewDesk["run"] = (line, env = {}, input = "") => {
    const usual = { ...neon.env, PREVIEW_DATABASE_URL: neon.readerUrl };
    return posternAt(front.url).run(`preview ${line}`, input, { ...usual, ...env });
  };
  return {
    neon,
    worker,
    front,
    run,
    up: (line, env, input) => run(`up ${line} --no-version`, env, input),
    async close() {
      await front.close();
      await worker.stop();
      await neon.close();
    },
  };
}

export const tokenIn = ({ out }: Ran): string => /pst_\w+/.exec(out)?.[0] ?? "";

interface Reply {
  readonly status: number;
  readonly rows: unknown;
}

/** One query at a preview's own address. */
export async function query(url: string, token: string, sql: string): Promise<Reply> {
  const params = { name: "query", arguments: { query: sql } };
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const said = (await response.json()) as { result?: { structuredContent?: { rows?: unknown } } };
  return { status: response.status, rows: said.result?.structuredContent?.rows };
}

import { neon, neonConfig } from "@neondatabase/serverless";
import type { Batch } from "./record-batch.ts";

interface Env {
  readonly DATABASE_URL: string;
  readonly LOCAL_PROXY: string;
}

/** Postern leaves every value as the text Postgres sent; so does this, or it would do more work than Postern. */
const asText = { getTypeParser: () => (value: string | null) => value };

/** What the driver alone needs for a batch, without a guard, a caller or a protocol. */
export const bareWorker = {
  async fetch(request: Request, env: Env): Promise<Response> {
    // Not even the database: what the load generator and workerd cost by themselves.
    if (request.method === "GET") return new Response("ok");
    const { queries, readOnly } = (await request.json()) as Batch;
    neonConfig.fetchEndpoint = () => `http://${env.LOCAL_PROXY}/sql`;
    const sql = neon(env.DATABASE_URL, { arrayMode: true, fullResults: true });
    const results = await sql.transaction(
      queries.map(({ query, params }) => sql.query(query, params, { types: asText })),
      { readOnly, arrayMode: true, fullResults: true },
    );
    return Response.json(results.at(-1)?.rows);
  },
};

import type pg from "pg";
import { LOCAL_MODEL, localEmbedder } from "../../src/ai/local-embedder.ts";

const MADE_BY = "Title and body as a vector, made by Postern's local model ";
const COMMENT = `${MADE_BY}${LOCAL_MODEL}`;

/** Not where somebody changed the table, or has vectors of their own there. */
async function needVectors(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `SELECT attname AS name, col_description(attrelid, attnum) AS comment FROM pg_attribute
     WHERE attrelid = to_regclass('content.documents') AND attname IN ('id', 'title', 'body', 'embedding')`,
  );
  const embedding = rows.find(({ name }) => name === "embedding");
  if (embedding === undefined) return rows.length === 3;
  return rows.length === 4 && embedding.comment !== COMMENT && embedding.comment?.startsWith(MADE_BY) === true;
}

/**
 * Gives the sample's documents vectors of the local model, also in a database that an earlier version made without or
 * with those of another model.
 */
export async function embedDocuments(client: pg.Client): Promise<void> {
  if (!(await needVectors(client))) return;
  const { rows } = await client.query<{ id: number; title: string; body: string }>(
    "SELECT id, title, body FROM content.documents",
  );
  const texts = rows.map(({ title, body }) => `${title}\n\n${body}`);
  const { vectors } = await localEmbedder.embed(texts, "document");
  await client.query("ALTER TABLE content.documents ADD COLUMN IF NOT EXISTS embedding real[]");
  await client.query(
    `UPDATE content.documents AS document SET embedding = made.vector::real[]
     FROM unnest($1::integer[], $2::text[]) AS made (id, vector) WHERE document.id = made.id`,
    [rows.map(({ id }) => id), vectors.map((vector) => `{${vector.join(",")}}`)],
  );
  // COMMENT takes no parameters.
  await client.query(`COMMENT ON COLUMN content.documents.embedding IS ${client.escapeLiteral(COMMENT)}`);
  await client.query("ANALYZE content.documents");
}

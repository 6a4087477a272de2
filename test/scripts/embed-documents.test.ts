import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { embedDocuments } from "../../scripts/local/embed-documents.ts";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import { createDatabase } from "./catalog-databases.ts";

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const DOCUMENTS = `CREATE SCHEMA content;
  CREATE TABLE content.documents (id int PRIMARY KEY, title text NOT NULL, body text NOT NULL);
  INSERT INTO content.documents VALUES (1, 'Iron', 'Dry the pan.'), (2, 'Brass', 'Polish it.');`;

/** A database of its own, as an earlier version may have left it. */
async function createEarlier(setup: string): Promise<pg.Client> {
  const name = `earlier_${randomUUID().slice(0, 8)}`;
  return await connect((await createDatabase(inject("postgresUrl"), name, setup)).ownerUrl);
}

async function readColumn(client: pg.Client) {
  const { rows } = await client.query<{ embedding: number[] | null; comment: string | null }>(
    `SELECT embedding, col_description('content.documents'::regclass, attnum) AS comment
     FROM content.documents, pg_attribute
     WHERE attrelid = 'content.documents'::regclass AND attname = 'embedding' ORDER BY id`,
  );
  return rows;
}

test("every document of the sample has the vector of its title and body", async () => {
  const client = await connect(inject("readerUrl"));
  const { rows } = await client.query<{ text: string; embedding: number[] }>(
    "SELECT title || E'\\n\\n' || body AS text, embedding FROM content.documents ORDER BY id",
  );
  expect(rows).toHaveLength(54);
  const texts = rows.map(({ text }) => text);
  const { vectors } = await localEmbedder.embed(texts, "document");
  // As exact as four bytes can be.
  expect(rows.map(({ embedding }) => embedding.map(Math.fround))).toEqual(
    vectors.map((vector) => vector.map(Math.fround)),
  );
});

test("a database made without vectors gets them, and says by which model", async () => {
  const client = await createEarlier(DOCUMENTS);
  await embedDocuments(client);
  const [first] = await readColumn(client);
  expect(first?.embedding).toHaveLength(localEmbedder.dimensions ?? 0);
  expect(first?.comment).toMatch(new RegExp(`local model ${localEmbedder.model}$`));
});

test("vectors of an earlier model are made anew, those of this one are kept", async () => {
  const client = await createEarlier(DOCUMENTS);
  await embedDocuments(client);
  const made = await readColumn(client);
  await client.query("UPDATE content.documents SET embedding = '{1}'");
  await embedDocuments(client);
  expect((await readColumn(client)).map(({ embedding }) => embedding)).toEqual([[1], [1]]);
  await client.query(
    `COMMENT ON COLUMN content.documents.embedding IS
       'Title and body as a vector, made by Postern''s local model hashed-ngrams-256'`,
  );
  await embedDocuments(client);
  expect(await readColumn(client)).toEqual(made);
});

test("a column that somebody else made stays as it is", async () => {
  const client = await createEarlier(`${DOCUMENTS} ALTER TABLE content.documents ADD COLUMN embedding real[]`);
  await embedDocuments(client);
  expect(await readColumn(client)).toEqual([
    { embedding: null, comment: null },
    { embedding: null, comment: null },
  ]);
});

test.each(["", "CREATE SCHEMA content", `${DOCUMENTS} ALTER TABLE content.documents RENAME COLUMN body TO text`])(
  "a sample that was changed does not stop a start: %j",
  async (setup) => {
    const client = await createEarlier(setup);
    await embedDocuments(client);
    const { rows } = await client.query("SELECT FROM pg_attribute WHERE attname = 'embedding'");
    expect(rows).toEqual([]);
  },
);

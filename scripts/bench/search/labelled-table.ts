import { localEmbedder } from "../../../src/ai/local-embedder.ts";
import { LABELLED_DOCUMENTS } from "./labelled-set.ts";

/** What to search by the labelled queries. */
export const LABELLED_TABLE = "labelled.documents";

/** The statements that put the labelled documents, with their vectors, into a database for this role to read. */
export async function composeLabelledTable(reader: string): Promise<readonly string[]> {
  const texts = LABELLED_DOCUMENTS.map(({ title, body }) => `${title}\n\n${body}`);
  const { vectors } = await localEmbedder.embed(texts, "document");
  const rows = LABELLED_DOCUMENTS.map((document, index) => Object.assign({ embedding: vectors[index] }, document));
  const json = JSON.stringify(rows).replaceAll("'", "''");
  return [
    "CREATE SCHEMA labelled",
    `CREATE TABLE ${LABELLED_TABLE} (
       id integer PRIMARY KEY, title text NOT NULL, body text NOT NULL, embedding real[] NOT NULL
     )`,
    `INSERT INTO ${LABELLED_TABLE} SELECT * FROM json_to_recordset('${json}')
       AS document (id integer, title text, body text, embedding real[])`,
    `GRANT USAGE ON SCHEMA labelled TO ${reader}`,
    `GRANT SELECT ON ${LABELLED_TABLE} TO ${reader}`,
    `ANALYZE ${LABELLED_TABLE}`,
  ];
}

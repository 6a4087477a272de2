import pg from "pg";
import { composeLabelledTable } from "./labelled-table.ts";

/** Puts the labelled documents beside the sample shop, for its reader. */
export async function loadLabelledTable(ownerUrl: string, readerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of await composeLabelledTable(new URL(readerUrl).username)) await client.query(statement);
  } finally {
    await client.end();
  }
}

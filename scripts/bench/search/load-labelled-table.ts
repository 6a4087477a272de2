import { connected } from "../../local/sample-database.ts";
import { composeLabelledTable } from "./labelled-table.ts";

/** Puts the labelled documents beside the sample shop, for its reader. */
export async function loadLabelledTable(ownerUrl: string, readerUrl: string): Promise<void> {
  await connected(ownerUrl, async (client) => {
    for (const statement of await composeLabelledTable(new URL(readerUrl).username)) await client.query(statement);
  });
}

import { expect, test } from "vitest";
import { rankingsOf, searchCall } from "../../scripts/bench/search/ask-search.ts";
import { composeLabelledTable } from "../../scripts/bench/search/labelled-table.ts";
import { measureQuality, type Rankings } from "../../scripts/bench/search/quality.ts";
import { createDatabase, SLOW } from "../prompts/scratch-database.ts";
import { call, createCaller } from "../support/worker.ts";

test(
  "finds at least as well by vectors and words together as by either alone",
  async () => {
    const { readerUrl } = await createDatabase(composeLabelledTable);
    const { token } = await createCaller({ url: readerUrl, policy: { callsPerMinute: 6000 } });
    const rank = async (query: string): Promise<Rankings> => {
      const { json } = await call(token, "tools/call", searchCall(query));
      return rankingsOf(json.result.structuredContent.hits);
    };
    const [all] = await measureQuality(rank);
    expect(all?.hybrid).toBeGreaterThanOrEqual(all?.vector ?? 1);
    expect(all?.hybrid).toBeGreaterThanOrEqual(all?.keyword ?? 1);
    // Below this, something that finds or ranks has become worse.
    expect(all?.hybrid).toBeGreaterThan(0.88);
  },
  2 * SLOW,
);

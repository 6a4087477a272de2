import { createSend } from "../send.ts";
import type { Stack } from "../start-stack.ts";
import { rankingsOf, searchCall, type SearchHit } from "./ask-search.ts";
import { measureQuality, type Quality } from "./quality.ts";

interface SearchAnswer {
  result: { structuredContent: { hits: readonly SearchHit[] } };
}

/** How well similarity_search finds the labelled documents, asked as an assistant asks it. */
export async function measureSearch(stack: Stack): Promise<readonly Quality[]> {
  return await measureQuality(async (query) => {
    const send = createSend({
      url: new URL("/mcp", stack.url("postern")),
      headers: { authorization: `Bearer ${stack.token}` },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: searchCall(query) },
    });
    const { result } = JSON.parse(await send()) as SearchAnswer;
    return rankingsOf(result.structuredContent.hits);
  });
}

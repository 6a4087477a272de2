// What each tool costs in an assistant's context, counted here because a tokenizer is too large for the Worker.
import { createHash } from "node:crypto";
import { describeTool } from "../src/mcp/describe.ts";
import { loadTools } from "./load-tools.ts";
import { readGenerated, writeGenerated } from "./write-generated.ts";

/** Each as tools/list has it: the most that a client can show its model. */
const listed = (await loadTools()).map((tool) => ({ name: tool.name, text: JSON.stringify(describeTool(tool)) }));
const mark = `// ${createHash("sha256").update(JSON.stringify(listed)).digest("hex")}\n`;

// Loading the tokenizer takes longer than everything else that is generated.
if (!(await readGenerated("tool-tokens.js"))?.startsWith(mark)) {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  const counts = Object.fromEntries(listed.map(({ name, text }) => [name, encode(text).length]));
  await writeGenerated("tool-tokens.js", `${mark}export const toolTokens = ${JSON.stringify(counts, null, 2)};\n`);
}
await writeGenerated("tool-tokens.d.ts", "export const toolTokens: Readonly<Record<string, number | undefined>>;\n");

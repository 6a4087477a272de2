import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** What a list of tools costs in an assistant's context, by a common tokenizer. */
export function countToolTokens(tools: readonly unknown[]): number {
  return encode(JSON.stringify(tools)).length;
}

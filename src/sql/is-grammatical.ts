import { parse, SqlSyntaxError } from "./parser.ts";
import { Refusal } from "./refusal.ts";
import { checkText } from "./rules/text.ts";

/** Whether the text is SQL by Postgres' grammar, allowed or not. What may not reach the parser counts as SQL. */
export async function isGrammatical(text: string): Promise<boolean> {
  try {
    checkText(text);
    await parse(text);
    return true;
  } catch (error) {
    if (error instanceof SqlSyntaxError) return false;
    if (error instanceof Refusal || error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return true;
    throw error;
  }
}

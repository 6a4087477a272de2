import { fingerprintText } from "./parser.ts";
import { Refusal } from "./refusal.ts";
import { checkText } from "./rules/text.ts";

/**
 * What a log may say of a statement: it tells statements of the same shape and holds none of their values. Undefined
 * for text that is no SQL, or that the guard would not even parse.
 */
export async function fingerprint(sql: string): Promise<string | undefined> {
  try {
    checkText(sql);
    return await fingerprintText(sql);
  } catch (error) {
    // A tree too deep for the parser was refused for that before.
    if (error instanceof Refusal || error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return undefined;
    throw error;
  }
}

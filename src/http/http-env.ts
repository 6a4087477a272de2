import type { AiBinding } from "../ai/providers/ai-binding.ts";
import type { CallRecord } from "../mcp/call-record.ts";

export interface HttpEnv {
  /** Wrangler knows the bindings of its file; Workers AI is there only where an operator adds it. */
  Bindings: Env & { readonly AI?: AiBinding };
  Variables: {
    requestId: string;
    /** There once the caller is known. */
    call?: { record: CallRecord; release(): void };
  };
}

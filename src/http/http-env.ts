import type { CallRecord } from "../mcp/call-record.ts";

export interface HttpEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** There once the caller is known. */
    call?: { record: CallRecord; release(): void };
  };
}

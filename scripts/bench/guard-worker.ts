import type { GuardPolicy } from "../../src/sql/policy.ts";

type Guard = (sql: string, policy: GuardPolicy) => Promise<unknown>;

interface Work {
  readonly sql: string;
  readonly times: number;
  readonly policy: GuardPolicy;
}

/**
 * Guards one statement so many times. The clock stands still inside a Worker, so the caller does the timing.
 * The guard is handed in by the build, because its parser compiles for Workers only and these scripts are for Node.
 */
export function createGuardWorker(guard: Guard): { fetch(request: Request): Promise<Response> } {
  return {
    async fetch(request) {
      const { sql, times, policy } = (await request.json()) as Work;
      for (let done = 0; done < times; done += 1) await guard(sql, policy);
      return new Response("ok");
    },
  };
}

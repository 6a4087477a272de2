import type { ProvidedContext } from "vitest";

/** Well-formed, and so obviously nobody's. */
export const sampleToken = "pst_0000000000000000_00000000000000000000000000000000000000000003RcpcI";

/** Secrets of a run that never was. */
export const sampleContext = {
  postgresUrl: "postgresql://postgres:of-the-superuser@127.0.0.1:5432/postgres",
  readerUrl: "postgresql://reader:of+the%2Freader@127.0.0.1:5432/shop",
  canary: "canary_in_a_coal_mine",
  workerSettings: { ADMIN_TOKEN: "of-the-admin", SEALING_KEY: "test:c2VhbGluZw+/=", LOCAL_PROXY: "" },
} satisfies Partial<ProvidedContext>;

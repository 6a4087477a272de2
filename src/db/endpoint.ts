import { neonConfig } from "@neondatabase/serverless";

/** Sends the driver's HTTP requests to the local proxy; without it the driver finds Neon's endpoint from the host. */
export function useLocalProxy(address: string): void {
  neonConfig.fetchEndpoint = () => `http://${address}/sql`;
}

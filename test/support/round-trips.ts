import { env } from "cloudflare:workers";

/** HTTP round trips that the local proxy has served so far. */
export async function roundTrips(): Promise<number> {
  const { sqlRequests } = await (await fetch(`http://${env.LOCAL_PROXY}/stats`)).json<{ sqlRequests: number }>();
  return sqlRequests;
}

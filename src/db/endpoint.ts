/** Where the driver finds a proxy that speaks Neon's protocol in front of a database. */
export interface Endpoint {
  /** host[:port] */
  readonly address: string;
  readonly secure: boolean;
}

export function sqlUrl({ address, secure }: Endpoint): string {
  return `${secure ? "https" : "http"}://${address}/sql`;
}

/** As the driver wants it: without a scheme. */
export function webSocketAddress({ address }: Endpoint, host: string, port: number): string {
  return `${address}/v2?address=${host}:${String(port)}`;
}

import { CloudflareError } from "./cloudflare-error.ts";
import { readEvent } from "./wrangler-report.ts";

/** Where the Worker answers, by the report that wrangler writes of a deployment. */
export function readAddress(report: string): string {
  const targets = readEvent(report, "deploy")?.targets ?? [];
  // An address, a route such as mcp.example.com/*, or a custom domain with words behind it.
  const [host] = targets.flatMap((one) => /^(?:https:\/\/)?([a-z\d-]+(?:\.[a-z\d-]+)+)/.exec(one)?.[1] ?? []);
  if (host !== undefined) return `https://${host}`;
  throw new CloudflareError("The Worker is deployed, but has no address", {
    next: "Give it one in wrangler.toml: workers_dev = true, or a route. If it has one that wrangler does not tell, use --url.",
  });
}

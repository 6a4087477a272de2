/**
 * A rate limiter as the Worker sees it. Cloudflare counts in memory on the same machine, and so does this one;
 * it never refuses, because the bench sends in seconds what the limit allows in an hour.
 */
export function createRateLimiter(): { limit(options: { key: string }): Promise<{ success: boolean }> } {
  const calls = new Map<string, number>();
  return {
    async limit({ key }) {
      calls.set(key, (calls.get(key) ?? 0) + 1);
      return Promise.resolve({ success: true });
    },
  };
}

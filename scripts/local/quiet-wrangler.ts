/** Read by wrangler when it is imported: no telemetry, no update check, no log files, no request for cf.json. */
export const QUIET_WRANGLER = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
};

/** How other databases and psql ask for what a database holds. */
const LISTING = /^\s*(?:(?:describe|desc|show)\b|\\d)/i;
const LISTED = new Set("tables columns databases schemas indexes views triggers functions fields keys".split(" "));

export const SCHEMA_ADVICE = "Call get_schema_info.";

/** Whether text that is not PostgreSQL's SQL asks for a listing of tables or columns. */
export function asksForListing(sql: string): boolean {
  return LISTING.test(sql);
}

/** Whether the setting that SHOW names is such a listing elsewhere. */
export function isListing(setting: string): boolean {
  return LISTED.has(setting.toLowerCase());
}

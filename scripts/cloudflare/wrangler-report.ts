interface WranglerEvent {
  readonly type: string;
  /** Of a deployment: where it answers. */
  readonly targets?: readonly string[];
  /** Of a version with an alias: where that is served. */
  readonly preview_alias_url?: string;
}

/** The event of this type in the report that wrangler writes of what it has done, one in each line. */
export function readEvent(report: string, wanted: "deploy" | "version-upload"): WranglerEvent | undefined {
  const lines = report.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as WranglerEvent).find(({ type }) => type === wanted);
}

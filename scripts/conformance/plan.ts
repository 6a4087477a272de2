import type { Target } from "./start-targets.ts";

export interface PlannedRun {
  readonly target: Target;
  readonly revision: "2026-07-28" | "2025-11-25";
  /** Those to run one by one; without them, all that the revision requires or the suite shows beside it. */
  readonly scenarios?: readonly string[];
}

/** Asked of Postern in either revision: what needs no fixture, then what Postern has a stand-in for. */
const general = [
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-progress",
  "resources-read-text",
  "prompts-get-simple",
  "completion-complete",
];

/** Everything against the fixtures; against Postern itself, what it can answer without them. */
export const plan: readonly PlannedRun[] = [
  { target: "fixtures", revision: "2026-07-28" },
  { target: "fixtures", revision: "2025-11-25" },
  {
    target: "product",
    revision: "2026-07-28",
    scenarios: [
      "server-stateless",
      ...general,
      "sep-2164-resource-not-found",
      "caching",
      "input-required-result-unsupported-methods",
      "http-header-validation",
    ],
  },
  {
    target: "product",
    revision: "2025-11-25",
    scenarios: [
      "server-initialize",
      "ping",
      ...general,
      "logging-set-level",
      "resources-subscribe",
      "resources-unsubscribe",
      "server-session-lifecycle",
    ],
  },
];

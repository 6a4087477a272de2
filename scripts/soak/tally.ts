/** What became of one call. */
export type Verdict =
  | { kind: "right" }
  /** A clear error that says trying again can help. */
  | { kind: "failed"; code: string }
  | { kind: "wrong"; why: string };

const MAX_KEPT = 20;

export interface Tally {
  calls: number;
  right: number;
  /** Clear errors while something was broken, by their code. */
  failed: Map<string, number>;
  /** Clear errors while nothing was. */
  unexpected: Map<string, number>;
  wrong: number;
  /** The first few of what was wrong. */
  reasons: string[];
}

export const newTally = (): Tally => ({
  calls: 0,
  right: 0,
  failed: new Map(),
  unexpected: new Map(),
  wrong: 0,
  reasons: [],
});

export function count(tally: Tally, operation: string, verdict: Verdict, isExcused: boolean): void {
  tally.calls += 1;
  if (verdict.kind === "right") tally.right += 1;
  else if (verdict.kind === "failed") {
    const counts = isExcused ? tally.failed : tally.unexpected;
    counts.set(verdict.code, (counts.get(verdict.code) ?? 0) + 1);
  } else {
    tally.wrong += 1;
    if (tally.reasons.length < MAX_KEPT) tally.reasons.push(`${operation}: ${verdict.why}`);
  }
}

import type { RequestContext } from "../../src/context.ts";
import { fenced } from "../support/fenced-table.ts";

interface LabelledDraft {
  readonly label: string;
  readonly purpose: string;
  readonly sql: string;
}

/** The prompt's text outside its fence: ours and the user's words. */
export function outside(text: string): string {
  return text.replace(fenced(text), "");
}

/** The drafts in a prompt's fence: Q for the assistant to run, U for the user. */
export function draftsOf(text: string, letter: "Q" | "U"): readonly LabelledDraft[] {
  return fenced(text)
    .split("\n\n")
    .flatMap((part) => {
      const [, label, purpose, sql] = /^([QU]\d+) ([^\n]+)\n([^]+)$/.exec(part) ?? [];
      if (label?.startsWith(letter) !== true || purpose === undefined || sql === undefined) return [];
      return [{ label, purpose, sql }];
    });
}

/** Runs every Q draft as the query tool would, guard included; returns how many rows each gave. */
export async function runDrafts(
  context: RequestContext,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { sql } of draftsOf(text, "Q")) {
    const used = sql.includes("$1") ? parameters : [];
    const { rows } = await context.database().query(sql, used, { maxRows: 30 });
    counts.push(rows.length);
  }
  return counts;
}

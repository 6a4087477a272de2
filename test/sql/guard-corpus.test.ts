import { expect, it } from "vitest";
import attacks from "../corpus/attacks.jsonl?raw";
import benign from "../corpus/benign.jsonl?raw";
import moreAttacks from "../corpus/more-attacks.jsonl?raw";
import moreBenign from "../corpus/more-benign.jsonl?raw";
import { catalog, refusal, verdict } from "./verdict.ts";

interface CorpusEntry {
  readonly sql: string;
  readonly expect: "reject_ast" | "reject_db" | "allow_harmless" | "accept";
}

const entries = [attacks, moreAttacks, benign, moreBenign].flatMap((text) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CorpusEntry),
);

it("refuses every attack of the corpora that the syntax tree shows", async () => {
  const refused = entries.filter((entry) => entry.expect === "reject_ast");
  expect(refused).toHaveLength(448);
  for (const { sql } of refused) expect(await verdict(sql, catalog), sql).not.toBe("pass");
});

it("tells every refused caller the rule, the node and what to do, and the place where there is one", async () => {
  const placeless = new Set(["text_size", "complexity"]);
  for (const { sql } of entries.filter((entry) => entry.expect === "reject_ast")) {
    const error = await refusal(sql, catalog);
    const { data, next, position = 0 } = error?.details ?? {};
    const rule = error?.code === "sql_syntax" ? "syntax" : String(data?.["rule"]);
    expect(next, sql).toMatch(/^[A-Z].*\.$/);
    expect(error?.message, sql).not.toBe("");
    if (placeless.has(rule) || sql.trim() === "" || sql.startsWith("--")) continue;
    expect(position, sql).toBeGreaterThan(0);
    expect(position, sql).toBeLessThanOrEqual(sql.length + 1);
  }
});

it("passes every harmless query of the corpora", async () => {
  const passed = entries.filter((entry) => entry.expect === "accept" || entry.expect === "allow_harmless");
  expect(passed).toHaveLength(228);
  for (const { sql } of passed) expect(await verdict(sql, catalog), sql).toBe("pass");
});

import type { Statement } from "../../src/db/statement.ts";
import type { AppError } from "../../src/errors.ts";
import { excerptOf } from "../../src/sql/excerpt.ts";

type Facts = Pick<Statement, "kind" | "ordered" | "relations" | "minServerVersion">;

/** The verdict as data; the names are those that callers of the Worker see. */
export type GuardReport =
  | ({ readonly verdict: "passed" } & Facts)
  | {
      readonly verdict: "refused";
      readonly code: string;
      readonly rule: unknown;
      readonly node: unknown;
      readonly position?: number | undefined;
      readonly message: string;
      readonly next: string | undefined;
    };

export function reportPass({ kind, ordered, relations, minServerVersion }: Statement): GuardReport {
  return { verdict: "passed", kind, ordered, relations, minServerVersion };
}

export function reportRefusal({ code, message, details }: AppError): GuardReport {
  const { rule = "syntax", node = "text" } = details.data ?? {};
  return { verdict: "refused", code, rule, node, position: details.position, message, next: details.next };
}

/** The verdict for people, with a caret under the place it is about. */
export function describeReport(report: GuardReport, sql: string): string {
  if (report.verdict === "passed") return describePass(report);
  const { rule, node, position, message, next } = report;
  const place = position === undefined ? [] : [excerptOf(sql, position)];
  return [`refused: ${message}`, `rule ${String(rule)}, node ${String(node)}`, ...place, next].join("\n");
}

function describePass({ kind, ordered, relations, minServerVersion }: Facts): string {
  const tables = relations.map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
  const facts = [
    kind === "rows" ? `a query, ${ordered ? "ordered" : "not ordered"}` : "a utility statement",
    tables.length === 0 ? "reads no table" : `reads ${tables.join(", ")}`,
    ...(minServerVersion === 0 ? [] : [`needs PostgreSQL ${String(minServerVersion / 10_000)} or newer`]),
  ];
  return `passed: ${facts.join("; ")}`;
}

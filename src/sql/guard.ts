import { approve, type Statement } from "../db/statement.ts";
import { AppError } from "../errors.ts";
import { type ParseResult, unwrap } from "./parse-tree.ts";
import { bytePosition, parse, SqlSyntaxError } from "./parser.ts";
import type { GuardPolicy } from "./policy.ts";
import { type Place, Refusal } from "./refusal.ts";
import { checkExpansion } from "./rules/expansion.ts";
import { asksForListing, SCHEMA_ADVICE } from "./rules/schema-advice.ts";
import { kindOf, queryOf } from "./rules/statement-kind.ts";
import { checkText } from "./rules/text.ts";
import { QueryWalk } from "./walk.ts";

export type { GuardPolicy } from "./policy.ts";

/** Passes one query that only reads, or throws an AppError `sql_refused` or `sql_syntax`. */
export async function guard(sql: string, policy: GuardPolicy): Promise<Statement> {
  const walk = new QueryWalk(policy);
  try {
    checkText(sql);
    const tree = await parseSafely(sql);
    const query = queryOf(tree);
    walk.visit(query);
    if (query !== undefined) checkExpansion(query, walk.references);
    const kind = kindOf(tree);
    return approve(sql, kind, walk.facts.facts(kind === "rows" ? unwrap(query).fields : undefined));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const position = positionOf(
      sql,
      error.place ?? (walk.location === undefined ? undefined : { byte: walk.location }),
    );
    throw new AppError("sql_refused", error.message, {
      next: error.next,
      data: { rule: error.rule, node: error.node },
      ...(position === undefined ? {} : { position }),
    });
  }
}

function positionOf(sql: string, place: Place | undefined): number | undefined {
  if (place === undefined) return undefined;
  return "byte" in place ? bytePosition(sql, place.byte) : place.character + 1;
}

async function parseSafely(sql: string): Promise<ParseResult> {
  try {
    return await parse(sql);
  } catch (error) {
    if (error instanceof SqlSyntaxError) {
      throw new AppError("sql_syntax", error.message, {
        sqlstate: "42601",
        position: error.position,
        next: asksForListing(sql) ? SCHEMA_ADVICE : "Correct the SQL at this position; the dialect is PostgreSQL.",
      });
    }
    // Deep trees overflow the parser's stack. None within the size limit is known to, but none may become a 500.
    const refusal = new Refusal("complexity", "query", "The query is too complex.", "Split it into simpler queries.");
    refusal.cause = error;
    throw refusal;
  }
}

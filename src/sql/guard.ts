import { approve, type Statement } from "../db/statement.ts";
import { AppError } from "../errors.ts";
import type { ParseResult } from "./parse-tree.ts";
import { bytePosition, parse, SqlSyntaxError } from "./parser.ts";
import type { GuardPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";
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
    walk.visit(queryOf(tree));
    return approve(sql, kindOf(tree));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new AppError("sql_refused", error.message, {
      next: error.next,
      data: { rule: error.rule, node: error.node },
      ...(walk.location === undefined ? {} : { position: bytePosition(sql, walk.location) }),
    });
  }
}

async function parseSafely(sql: string): Promise<ParseResult> {
  try {
    return await parse(sql);
  } catch (error) {
    if (error instanceof SqlSyntaxError) {
      throw new AppError("sql_syntax", error.message, {
        sqlstate: "42601",
        position: error.position,
        next: "Correct the SQL at this position; the dialect is PostgreSQL.",
      });
    }
    // Deep trees overflow the parser's stack. None within the size limit is known to, but none may become a 500.
    const refusal = new Refusal("complexity", "query", "The query is too complex.", "Split it into simpler queries.");
    refusal.cause = error;
    throw refusal;
  }
}

import { approve, type Statement, type StatementFacts } from "../db/statement.ts";

export const ownFacts: StatementFacts = { ordered: true, relations: [], minServerVersion: 0, isOwn: true };

/** Marks a literal of ours as approved. As a tag without substitutions it cannot carry a caller's text. */
export function ownStatement(literal: TemplateStringsArray, ...substitutions: never[]): Statement {
  if (substitutions.length > 0) throw new TypeError("our own statements take parameters, not substitutions");
  return approve(literal.join(""), "rows", ownFacts);
}

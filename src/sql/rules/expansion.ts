import { QueryEstimate } from "../estimate/query.ts";
import { paddedBytes } from "../estimate/values/padding.ts";
import { listField, locationOf, namesOf, type TreeNode, unwrap } from "../parse-tree.ts";
import { Refusal } from "../refusal.ts";

const MAX_PADDING = 10_000;

/**
 * Refuses queries that PostgreSQL would expand while it plans them, where statement_timeout does not reach.
 * `references` counts the references to each WITH query.
 */
export function checkExpansion(query: TreeNode, references: ReadonlyMap<TreeNode, number>): void {
  new QueryEstimate(references).measure(unwrap(query).fields);
}

/** Refuses types such as char(10000000): a cast to one makes any value that long. */
export function checkPadding(typeName: TreeNode): void {
  if (paddedBytes(typeName) <= MAX_PADDING) return;
  const location = locationOf(typeName);
  throw new Refusal(
    "expansion",
    namesOf(listField(typeName, "names")).at(-1) ?? "",
    "A type of this length makes every value very large.",
    `Use a length of at most ${MAX_PADDING}, or text.`,
    location === undefined ? undefined : { byte: location },
  );
}

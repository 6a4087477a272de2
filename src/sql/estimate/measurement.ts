import type { TreeNode, TreeValue } from "../parse-tree.ts";
import type { Budget } from "./budget.ts";
import type { Extent } from "./values/extent.ts";
import type { Columns, Scope } from "./scope.ts";

/** What a query yields, and its nodes after the planner has merged all that it can. */
export interface MeasuredQuery {
  readonly columns: Columns;
  readonly total: number;
}

/** What measuring the parts of one query shares. */
export interface Measurement {
  readonly scope: Scope;
  readonly budget: Budget;
  /** Set once an expression holds an aggregate or a window function, which end the merging of subqueries. */
  aggregates: boolean;
  readonly expression: (value: TreeValue | undefined) => Extent;
  readonly query: (select: TreeNode, scope: Scope) => MeasuredQuery;
  /** How often the query refers to a WITH query. */
  readonly references: ReadonlyMap<TreeNode, number>;
}

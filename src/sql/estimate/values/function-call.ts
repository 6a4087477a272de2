import { listField, locationOf, nameOf, type TreeNode } from "../../parse-tree.ts";
import { combine, type Extent } from "./extent.ts";
import { checkCollected } from "./collection.ts";
import { grownBytes, grownContent } from "./growth.ts";
import { grownMagnitude } from "./magnitude.ts";
import type { Measurement } from "../measurement.ts";

// Aggregates that nothing but their name shows; one that is missing here only makes the estimate higher.
const AGGREGATES = new Set(
  [
    "count sum avg min max string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or",
    "every bit_and bit_or stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp any_value",
    "regr_slope regr_intercept regr_r2 regr_count xmlagg range_agg",
  ]
    .join(" ")
    .split(" "),
);
const AGGREGATE_CLAUSES = ["agg_star", "agg_distinct", "agg_within_group", "agg_order", "agg_filter", "over"];

export function measureCall(fields: TreeNode, measurement: Measurement): Extent {
  const { expression, budget } = measurement;
  const name = nameOf(listField(fields, "funcname").at(-1)) ?? "";
  const location = locationOf(fields) ?? budget.location;
  const values = listField(fields, "args");
  const args = values.map(expression);
  const parts = [...args];
  let aggregate = AGGREGATES.has(name);
  for (const clause of AGGREGATE_CLAUSES) {
    if (fields[clause] === undefined) continue;
    aggregate = true;
    if (typeof fields[clause] === "object") parts.push(expression(fields[clause]));
  }
  if (aggregate) measurement.aggregates = true;
  const all = combine(parts);
  const rows = all.rows || aggregate || name === "random";
  checkCollected(name, combine(args).content, budget, location);
  const call = { name, values, args, location };
  const bytes = grownBytes(call, budget);
  const content = grownContent(call, budget);
  budget.addValue(name, bytes, location);
  return { ...all, rows, bytes, content, magnitude: grownMagnitude(name, args, rows) };
}

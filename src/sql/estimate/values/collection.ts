import type { Budget } from "../budget.ts";

// Rows that the query itself makes long fill gigabytes within seconds, as generate_series counts them up; those of
// tables are as long as they are. A text leaves room for the path of a recursion, and an object for the names of its
// keys, which every row repeats.
const MAX_TEXT = 300;
const MAX_OBJECT = 1_000;

const MAX_BYTES: ReadonlyMap<string, number> = new Map([
  ...["string_agg", "xmlagg"].map((name) => [name, MAX_TEXT] as const),
  ...[
    "ARRAY JSON array_agg range_agg json_agg jsonb_agg json_agg_strict jsonb_agg_strict json_object_agg jsonb_object_agg",
    "json_object_agg_strict jsonb_object_agg_strict json_object_agg_unique jsonb_object_agg_unique",
    "json_object_agg_unique_strict jsonb_object_agg_unique_strict",
  ]
    .flatMap((line) => line.split(" "))
    .map((name) => [name, MAX_OBJECT] as const),
]);

/** Refuses an aggregate that makes one value of all its rows when `bytes`, what it takes of each, is much. */
export function checkCollected(name: string, bytes: number, budget: Budget, location = budget.location): void {
  const most = MAX_BYTES.get(name);
  if (most !== undefined && !(bytes <= most)) budget.refuseCollection(name, most, location);
}

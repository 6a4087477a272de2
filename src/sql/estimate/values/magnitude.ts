import type { Extent } from "./extent.ts";

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

const LENGTHS = words(
  "length char_length character_length octet_length bit_length cardinality array_length array_upper",
);
// As great as their arguments at most.
const BOUNDED = words(
  "abs ceil ceiling floor round trunc sign mod div min max avg sum any_value first_value last_value nth_value",
  "lag lead ntile random generate_series unnest int2 int4 int8 numeric float4 float8",
);
const COUNTS = words("count row_number rank dense_rank regr_count extract date_part");

/** The greatest number a call may return, as far as that decides the size of something else. */
export function grownMagnitude(name: string, args: readonly Extent[], rows: boolean): number {
  const [first, second] = args;
  if (first === undefined) return rows ? 1 : Infinity;
  if (LENGTHS.has(name)) return first.bytes;
  if (name === "power" || name === "pow") return first.magnitude ** (second?.magnitude ?? 1);
  if (name === "width_bucket") return args.at(-1)?.magnitude ?? 1;
  const greatest = Math.max(...args.map((arg) => arg.magnitude));
  if (BOUNDED.has(name)) return greatest;
  // What the planner computes from constants alone, such as a hash or the clock, may be any number.
  if (!rows) return Infinity;
  return COUNTS.has(name) ? 1 : greatest;
}

/** The same for an operator; a prefix operator has a left side of zero. */
export function operatorMagnitude(operator: string, left: number, right: number): number {
  switch (operator) {
    case "+":
    case "-":
      return left + right;
    case "*":
      return left === 0 || right === 0 ? 0 : left * right;
    case "^":
      return left ** right;
    case "<<":
      return left * 2 ** Math.min(right, 64);
    case "/":
      return right > 0 && right < 1 ? left / right : left;
    case "%":
      return right;
    default:
      return Math.max(left, right);
  }
}

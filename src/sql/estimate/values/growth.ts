import { contentOf, type TreeValue } from "../../parse-tree.ts";
import type { Budget } from "../budget.ts";
import type { Extent } from "./extent.ts";

/** A function call as the rules of growth see it. */
export interface Call {
  readonly name: string;
  readonly values: readonly TreeValue[];
  readonly args: readonly Extent[];
  readonly location: number;
}

type Growth = (call: Call, budget: Budget) => number;

const all = ({ args }: Call): number => args.reduce((sum, arg) => sum + arg.bytes, 0);
const bytesAt = ({ args }: Call, index: number): number => args.at(index)?.bytes ?? 0;
const magnitudeAt = ({ args }: Call, index: number): number => args.at(index)?.magnitude ?? 0;
const rule = (names: string, growth: Growth): (readonly [string, Growth])[] =>
  names.split(" ").map((name) => [name, growth]);

// The most digits a numeric can have.
const MAX_DIGITS = 131_072;

// Functions whose result may be longer than all their arguments together, and some that always shorten.
const GROWTH: ReadonlyMap<string, Growth> = new Map([
  ...rule("repeat array_fill", (call, budget) => bytesAt(call, 0) * Math.max(sizeAt(1, call, budget), 1)),
  ...rule("lpad rpad bpchar bit", (call, budget) => all(call) + sizeAt(1, call, budget)),
  ...rule("polygon", (call, budget) => all(call) + (call.args.length === 2 ? sizeAt(0, call, budget) : 0)),
  // Quoting doubles every quote of its argument, and encoding every byte.
  ...rule("quote_literal quote_ident quote_nullable encode hstore", (call) => all(call) * 2),
  ...rule("to_json to_jsonb row_to_json array_to_json json_object jsonb_object", (call) => all(call) * 2),
  ...rule("json_build_object json_build_array jsonb_build_object jsonb_build_array", (call) => all(call) * 2),
  ...rule(
    "json_agg jsonb_agg json_agg_strict jsonb_agg_strict json_object_agg jsonb_object_agg",
    (call) => all(call) * 2,
  ),
  // One argument takes the place of each match in another, or of each gap.
  ...rule("array_replace", (call) => bytesAt(call, 0) * Math.max(bytesAt(call, 2), 1)),
  ...rule("array_to_string", (call) => bytesAt(call, 0) * Math.max(bytesAt(call, 1), 1)),
  ...rule("ts_headline", (call) => all(call) * Math.max(bytesAt(call, -1), 1)),
  ...rule("concat_ws", (call) => all(call) + bytesAt(call, 0) * call.args.length),
  ...rule("replace", replacedBytes),
  ...rule("regexp_replace", regexpReplacedBytes),
  ...rule("format", formattedBytes),
  ...rule("factorial", (call) => Math.min(magnitudeAt(call, 0), MAX_DIGITS) * 2),
  ...rule("power pow", (call) => all(call) + powerBytes(call.args[1])),
  ...rule("length char_length octet_length cardinality array_length count md5 sha256 sha512 hashtext", () => 8),
]);

const QUOTING_CALLS = new Set(
  [
    "quote_literal quote_ident quote_nullable to_json to_jsonb row_to_json array_to_json json_object jsonb_object hstore",
    "json_build_object json_build_array jsonb_build_object jsonb_build_array json_agg jsonb_agg json_agg_strict",
    "jsonb_agg_strict json_object_agg jsonb_object_agg",
  ]
    .join(" ")
    .split(" "),
);

/** How long the result is when there is nothing to quote: layers of JSON would otherwise seem to grow exponentially. */
export function grownContent(call: Call, budget: Budget): number {
  const args = call.args.map((arg) => ({ ...arg, bytes: arg.content }));
  return QUOTING_CALLS.has(call.name) ? all({ ...call, args }) : grownBytes({ ...call, args }, budget);
}

/** How long the result of a call may be. Refuses sizes that are too large or cannot be told. */
export function grownBytes(call: Call, budget: Budget): number {
  return GROWTH.get(call.name)?.(call, budget) ?? all(call);
}

/** Digits that a power may have; a parameter as its exponent may be any number. */
export function powerBytes(exponent: Extent | undefined): number {
  return Math.min(exponent?.magnitude ?? 0, MAX_DIGITS) / 2;
}

function sizeAt(index: number, call: Call, budget: Budget): number {
  const size = magnitudeAt(call, index);
  budget.checkSize(call.name, size, call.location);
  return size;
}

function replacedBytes(call: Call): number {
  const sought = Math.max(contentOf(call.values[1])?.length ?? 1, 1);
  return bytesAt(call, 0) * Math.max(Math.ceil(bytesAt(call, 2) / sought), 1);
}

// Patterns of plain characters, classes and "+" only, which never match the empty string. Each character can be read
// in one way only ("^" opens a class but does not begin its content): two ways would take exponential time.
const CONSUMING = /^(?:(?:[^\\[\](){}*+?|^$]|\\[sSdDwWtnr.]|\[\^?[^\][:^][^\][:]*\])\+?)+$/;
const MAX_PATTERN = 200;

function isConsuming(pattern: string): boolean {
  return pattern.length <= MAX_PATTERN && CONSUMING.test(pattern);
}

function regexpReplacedBytes(call: Call): number {
  const { args, values } = call;
  const flags = args.length > 3 ? (contentOf(values.at(-1)) ?? "g") : "";
  const replacement = bytesAt(call, 2);
  // With more than four arguments the fifth counts matches, and zero means all of them.
  if (!flags.includes("g") && args.length < 5) return bytesAt(call, 0) + replacement;
  // Matches of the empty string put the replacement between all characters.
  const between = replacement === 0 || isConsuming(contentOf(values[1]) ?? "") ? 0 : 1;
  return bytesAt(call, 0) * Math.max(replacement + between, 1);
}

function formattedBytes({ name, values, args, location }: Call, budget: Budget): number {
  const [template, ...inserted] = args;
  const text = contentOf(values[0]);
  // A template may come from a column; one that the query computes could hide any width.
  if (text === undefined && (template?.bytes ?? 0) > 1) budget.refuseValue(name, location);
  const longest = inserted.reduce((most, arg) => Math.max(most, arg.bytes), 0);
  let bytes = text?.length ?? 1;
  for (const [, width] of (text ?? "%s%s").matchAll(/%(?:\d+\$)?-?(\*|\d+)?/g)) {
    const size = width === "*" ? Math.max(...inserted.map((arg) => arg.magnitude)) : Number(width ?? 0);
    budget.checkSize(name, size, location);
    // Quoting as %L or %I doubles quotes.
    bytes += longest * 2 + size;
  }
  return bytes;
}

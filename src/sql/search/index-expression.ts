import {
  contentOf,
  listField,
  namesOf,
  type ParseResult,
  type TreeNode,
  type TreeValue,
  unwrap,
} from "../parse-tree.ts";
import { parse, SqlSyntaxError } from "../parser.ts";
import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { QueryWalk } from "../walk.ts";
import { nodesOf, schemasOf } from "./tree-nodes.ts";

declare const brand: unique symbol;

/** An expression of an index, as the catalogue writes it, that only computes something of columns the role may read. */
export interface IndexExpression {
  readonly text: string;
  /** The columns it reads. */
  readonly columns: readonly string[];
  /** Where it takes functions, operators and types from, beside the catalogue. */
  readonly schemas: readonly string[];
  /** The text search configurations that it names. */
  readonly configs: readonly string[];
  readonly [brand]: true;
}

const MAX_CHARACTERS = 4_000;

/** Undefined when it is anything else, a function of the tenant's that its policy does not allow included. */
export async function readIndexExpression(
  text: string,
  readable: ReadonlySet<string>,
  policy: GuardPolicy,
): Promise<IndexExpression | undefined> {
  if (text.length > MAX_CHARACTERS) return undefined;
  const value = valueOf(await parseOrNothing(`SELECT (${text})`));
  if (value === undefined) return undefined;
  const walk = new QueryWalk(policy);
  try {
    walk.visit(value);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  const nodes = [...nodesOf(value)];
  if (nodes.some(({ type }) => type === "SubLink" || type === "RangeVar" || type === "ParamRef")) return undefined;
  const columns = nodes
    .filter(({ type }) => type === "ColumnRef")
    .map(({ fields }) => namesOf(listField(fields, "fields")));
  if (columns.some(([name = "", ...more]) => more.length > 0 || !readable.has(name))) return undefined;
  const configs = nodes.flatMap(({ type, fields }) => (type === "FuncCall" ? configOf(fields) : []));
  const schemas = nodes.flatMap(schemasOf);
  return {
    text,
    columns: columns.flat(),
    schemas: [...new Set(schemas)],
    configs: [...new Set(configs)],
  } as unknown as IndexExpression;
}

async function parseOrNothing(sql: string): Promise<ParseResult> {
  try {
    return await parse(sql);
  } catch (error) {
    if (error instanceof SqlSyntaxError) return { stmts: [] };
    throw error;
  }
}

/** The only value of a SELECT that has nothing else. */
function valueOf({ stmts }: ParseResult): TreeValue | undefined {
  const [only, ...others] = stmts;
  const { type, fields } = unwrap(only?.stmt);
  const { targetList: _, limitOption, op, ...rest } = fields;
  const [target, ...more] = listField(fields, "targetList");
  const isBare =
    type === "SelectStmt" &&
    others.length + more.length + Object.keys(rest).length === 0 &&
    limitOption === "LIMIT_OPTION_DEFAULT" &&
    op === "SETOP_NONE";
  const { name, val } = unwrap(target).fields;
  return isBare && name === undefined ? val : undefined;
}

/** Of `to_tsvector('english'::regconfig, ...)`, english. */
function configOf(call: TreeNode): readonly string[] {
  if (namesOf(listField(call, "funcname")).at(-1) !== "to_tsvector") return [];
  const [first, second] = listField(call, "args");
  const { type, fields } = unwrap(first);
  const config = type === "TypeCast" && second !== undefined ? contentOf(fields["arg"]) : undefined;
  return config === undefined ? [] : [config];
}

/** Why the guard refused; the closed set that callers see as `rule`. */
export type Rule =
  | "text_size"
  | "text_encoding"
  | "comment_count"
  | "one_statement"
  | "statement_kind"
  | "explain_option"
  | "setting"
  | "node"
  | "function"
  | "attribute_notation"
  | "expansion"
  | "tablesample"
  | "select_into"
  | "locking"
  | "catalog"
  | "sensitive_relation"
  | "cross_database"
  | "schema"
  | "complexity";

/** Thrown by the rules; guard() turns it into the caller's error. */
export class Refusal extends Error {
  readonly rule: Rule;
  /** The node type, function, relation or setting that was refused. */
  readonly node: string;
  readonly next: string;

  constructor(rule: Rule, node: string, message: string, next: string) {
    super(message);
    this.name = "Refusal";
    this.rule = rule;
    this.node = node;
    this.next = next;
  }
}

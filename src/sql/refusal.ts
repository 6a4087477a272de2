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
  | "denied_function"
  | "attribute_notation"
  | "expansion"
  | "tablesample"
  | "select_into"
  | "locking"
  | "catalog"
  | "sensitive_relation"
  | "denied_relation"
  | "cross_database"
  | "schema"
  | "complexity";

/** A place in the SQL, counted from 0: parse trees count UTF-8 bytes, rules about the text JavaScript characters. */
export type Place = { readonly byte: number } | { readonly character: number };

/** Thrown by the rules; guard() turns it into the caller's error. */
export class Refusal extends Error {
  readonly rule: Rule;
  /** The node type, function, relation or setting that was refused. */
  readonly node: string;
  readonly next: string;
  /** Left out where the walk knows it better, or where no place is to blame. */
  readonly place: Place | undefined;

  constructor(rule: Rule, node: string, message: string, next: string, place?: Place) {
    super(message);
    this.name = "Refusal";
    this.rule = rule;
    this.node = node;
    this.next = next;
    this.place = place;
  }
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface RowSet {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** True when the statement had more rows than were asked for. */
  readonly truncated: boolean;
}

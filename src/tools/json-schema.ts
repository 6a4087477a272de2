/** The part of JSON Schema 2020-12 our own tools use. */
export interface JsonSchema {
  readonly type: "object" | "string" | "integer" | "number" | "boolean" | "array";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: AnySchema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** The schema that admits every value. */
export type AnySchema = JsonSchema | { readonly type?: never; readonly description?: string };

export interface ObjectSchema extends JsonSchema {
  readonly type: "object";
}

type Properties<S> = S extends { properties: infer P } ? P : Record<never, never>;
type Required<S> = S extends { required: readonly (infer R)[] } ? R : never;

/** The TypeScript type of the values a schema admits. */
export type Infer<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { type: "string" }
    ? string
    : S extends { type: "integer" | "number" }
      ? number
      : S extends { type: "boolean" }
        ? boolean
        : S extends { type: "array"; items: infer I }
          ? readonly Infer<I>[]
          : S extends { type: "object" }
            ? { readonly [K in keyof Properties<S> as K extends Required<S> ? K : never]: Infer<Properties<S>[K]> } & {
                readonly [K in keyof Properties<S> as K extends Required<S> ? never : K]?: Infer<Properties<S>[K]>;
              }
            : unknown;

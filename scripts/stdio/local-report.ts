/** What a Worker that is started for one client needs to know. */
export interface LocalSettings {
  /** Undefined means the sample. */
  readonly databaseUrl: string | undefined;
  readonly scopes: readonly string[];
}

/** What the Worker's process tells the one that started it. */
export type LocalReport =
  | { readonly kind: "ready"; readonly url: string; readonly token: string; readonly warning?: string }
  | { readonly kind: "failed"; readonly why: string };

/** Whose sessions get the value: everybody's, those in one database, or those of one role in that database. */
export type ChangeTarget =
  | { readonly level: "system" }
  | { readonly level: "database"; readonly database: string }
  | { readonly level: "role"; readonly database: string; readonly role: string };

export interface SettingChange {
  readonly target: ChangeTarget;
  readonly name: string;
  /** One text, or one for each element of a list; without any the setting goes back to what it was by default. */
  readonly values?: readonly string[];
}

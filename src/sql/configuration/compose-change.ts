import { approveChange, type ConfigurationChange } from "../../db/statement.ts";
import { contentOf, isNode, listField, type ParseResult, textField, type TreeNode, unwrap } from "../parse-tree.ts";
import { parse } from "../parser.ts";
import { quoteIdentifier, quoteLiteral } from "./quote.ts";
import { refuseSetting } from "./refused-settings.ts";
import type { ChangeTarget, SettingChange } from "./setting-change.ts";

/** Writes the change, and approves it only when PostgreSQL's own grammar reads exactly that change in it. */
export async function composeChange(change: SettingChange): Promise<ConfigurationChange> {
  refuseSetting(change.name);
  const text = `ALTER ${subjectOf(change.target)} ${actionOf(change)}`;
  if (!says(await parse(text), change)) throw new Error(`a change of ${change.name} would not read as it was meant`);
  return approveChange(text, change.target.level !== "system");
}

function subjectOf(target: ChangeTarget): string {
  if (target.level === "system") return "SYSTEM";
  const database = `DATABASE ${quoteIdentifier(target.database)}`;
  return target.level === "database" ? database : `ROLE ${quoteIdentifier(target.role)} IN ${database}`;
}

function actionOf({ name, values }: SettingChange): string {
  // Plain names stay readable; should one ever be a keyword, the grammar reads something else and the change fails.
  const parts = name.split(".").map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : quoteIdentifier(part)));
  const setting = parts.join(".");
  return values === undefined ? `RESET ${setting}` : `SET ${setting} = ${values.map(quoteLiteral).join(", ")}`;
}

function says({ stmts }: ParseResult, { target, name, values }: SettingChange): boolean {
  const [only, ...others] = stmts;
  const { type, fields } = unwrap(only?.stmt);
  const set = fields["setstmt"];
  return (
    others.length === 0 &&
    saysTarget(type, fields, target) &&
    isNode(set) &&
    set["kind"] === (values === undefined ? "VAR_RESET" : "VAR_SET_VALUE") &&
    set["name"] === name &&
    sameTexts(listField(set, "args").map(contentOf), values ?? [])
  );
}

function saysTarget(type: string, fields: TreeNode, target: ChangeTarget): boolean {
  if (target.level === "system") return type === "AlterSystemStmt";
  if (target.level === "database") return type === "AlterDatabaseSetStmt" && fields["dbname"] === target.database;
  return type === "AlterRoleSetStmt" && fields["database"] === target.database && isRole(fields, target.role);
}

function isRole(fields: TreeNode, name: string): boolean {
  const role = fields["role"];
  return isNode(role) && role["roletype"] === "ROLESPEC_CSTRING" && textField(role, "rolename") === name;
}

function sameTexts(read: readonly (string | undefined)[], meant: readonly string[]): boolean {
  return read.length === meant.length && read.every((text, index) => text === meant[index]);
}

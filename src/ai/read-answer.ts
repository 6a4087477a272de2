import { withoutEnd } from "../sql/without-end.ts";

/** What a model wrote when asked for SQL. Nothing is known of the SQL but that it was offered as such. */
export type SqlAnswer =
  | { readonly sql: string }
  /** Why it cannot be answered. */
  | { readonly cannot: string }
  /** What is wrong with the answer. */
  | { readonly problem: string };

const MAX_REASON = 500;
const THOUGHTS = ["<think>", "</think>"] as const;

/** Some models write their thoughts before the answer. */
function withoutThoughts(text: string): string {
  const answer = text.trim();
  const [open, close] = THOUGHTS;
  if (!answer.startsWith(open)) return answer;
  const end = answer.indexOf(close);
  return end === -1 ? "" : answer.slice(end + close.length).trim();
}

/** The one statement in a fenced block, or the whole text when it begins as a query, or the line that says why not. */
export function readAnswer(text: string): SqlAnswer {
  const answer = withoutThoughts(text);
  if (answer === "") return { problem: "The answer is empty." };
  // What stands between fences is every second part; a last fence may be left open.
  const [before = "", block, , another] = answer.split("```", 4);
  if (another !== undefined) return { problem: "The answer has more than one block of SQL." };
  const content = block === undefined ? answer : withoutLanguage(block);
  const reason = reasonIn(content) ?? reasonIn(before);
  if (reason !== undefined) return { cannot: reason };
  const sql = withoutEnd(content).trimStart();
  if (sql === "") return { problem: "The block of SQL in the answer is empty." };
  if (block === undefined && !/^(?:select|with|values|table)\b|^\(/i.test(sql))
    return { problem: "The answer has no SQL in it." };
  return { sql };
}

const withoutLanguage = (block: string): string => block.replace(/^(?:sql|postgres(?:ql)?|pgsql|text)?\s/i, "");

function reasonIn(text: string): string | undefined {
  const line = text.split("\n").find((candidate) => /^\W{0,3}CANNOT:/.test(candidate));
  return line?.slice(line.indexOf(":") + 1, MAX_REASON).trim();
}

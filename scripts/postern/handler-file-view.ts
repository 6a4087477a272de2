import { makeVisible } from "../../src/tools/visible-text.ts";
import type { ApplyReport } from "../handlers/apply-files.ts";
import type { CallReport } from "../handlers/make-call.ts";
import type { TestReport } from "../handlers/test-handlers.ts";

const count = (number: number, what: string): string => `${String(number)} ${what}${number === 1 ? "" : "s"}`;
const indented = (text: string): string => text.replace(/^/gm, "  ");

function showCaller(caller: CallReport["caller"]): string {
  if (caller === null) return "nobody";
  const { user_id: user, ...rest } = caller;
  const others = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return [String(user), ...others].join(", ");
}

function showFailure({ failure }: CallReport): readonly string[] {
  if (failure === undefined) return [];
  const { message, sqlstate, line, excerpt } = failure;
  const place = line === undefined ? "" : ` in line ${String(line)}`;
  const code = sqlstate === undefined ? "" : ` (${sqlstate})`;
  return [`  The handler failed${place}: ${message}${code}`, ...(excerpt === undefined ? [] : [indented(excerpt)])];
}

function showCall(call: CallReport, index: number): string {
  const { line, method, params, transaction, shown, notices, problems, envelope } = call;
  const { name, uri } = (params ?? {}) as { name?: unknown; uri?: unknown };
  const target = [name, uri].find((value) => typeof value === "string");
  const mode =
    transaction === undefined
      ? "no transaction"
      : `${transaction.readOnly ? "READ ONLY" : "READ WRITE"}, ${transaction.isolation}`;
  const lines = [
    [`${String(index + 1)}. ${method}`, ...(target === undefined ? [] : [target]), `(line ${String(line)})`].join(" "),
    `  as ${showCaller(call.caller)}; ${mode}`,
    ...(shown === undefined ? (envelope === null ? ["  Nothing to send."] : []) : [indented(shown)]),
    ...showFailure(call),
    ...notices.map((notice) => `  Notice: ${notice}`),
    ...(problems.length === 0 ? ["  Passed."] : problems.map((problem) => `  FAILED: ${problem}`)),
  ];
  return lines.join("\n");
}

const PACKS = {
  installed: "",
  foreign: " The API in schema api is not the pack's.",
  temporary: " The pack is not installed here: it was there for this test only.",
} as const;

export function showTest(report: TestReport): string {
  const { file, pack, statements, calls } = report;
  const failed = calls.filter(({ problems }) => problems.length > 0).length;
  const blocks = [
    `${file}: ${count(statements, "statement")}, ${count(calls.length, "call")}.${PACKS[pack]}`,
    ...calls.map(showCall),
    `${failed === 0 ? "All calls passed" : `${count(failed, "call")} failed`}. Everything was rolled back.`,
  ];
  return makeVisible(blocks.join("\n\n"));
}

export function showApplied({ files, handlers }: ApplyReport): string {
  const lines = files.map(({ file, statements }) => `Applied ${file}: ${count(statements, "statement")}.`);
  if (handlers === undefined) return lines.join("\n");
  const { registered, dropped } = handlers;
  const outcome = [
    registered.length === 0 ? "No handler was registered." : `Registered: ${registered.join(", ")}.`,
    ...(dropped.length === 0 ? [] : [`Dropped: ${dropped.join(", ")}.`]),
  ];
  return makeVisible([...lines, ...outcome].join("\n"));
}

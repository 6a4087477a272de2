import { type CommentLine, commentLines } from "./comment-lines.ts";
import { fileError, type SqlFile } from "./sql-file.ts";
import { splitStatements, type SqlStatement } from "./split-statements.ts";

/** Who calls, as the gateway would tell it; null is nobody. */
export type Caller = Readonly<Record<string, unknown>> | null;

export interface PlannedCall {
  readonly line: number;
  readonly method: string;
  /** JSON as it is written, so that no number changes on the way. */
  readonly params: string | undefined;
  readonly caller: Caller;
  /** What the answer must contain, JSON as it is written. */
  readonly expected: readonly string[];
}

/** What a file says in comments about how to try it. */
export interface TestPlan {
  /** Statements that only a test runs, before the calls. */
  readonly given: readonly SqlStatement[];
  readonly calls: readonly PlannedCall[];
}

interface Directive {
  readonly word: string;
  readonly value: string;
  readonly comments: readonly [CommentLine, ...CommentLine[]];
}

const DIRECTIVE = /^(call|as|expect|given):\s*([^]*)$/;
const MISSPELT = /^(\w+):\s*\{/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isComplete(word: string, value: string): boolean {
  if (word === "given") return value.endsWith(";");
  if (word === "expect") return isJson(value);
  const json = value.indexOf("{");
  return json === -1 || isJson(value.slice(json));
}

/** A value that is not complete goes on in the comment on the next line. */
function readDirectives(comments: readonly CommentLine[]): readonly Directive[] {
  const directives: Directive[] = [];
  for (let index = 0; index < comments.length; index += 1) {
    const first = comments[index];
    const [, word, begun = ""] = DIRECTIVE.exec(first?.content ?? "") ?? [];
    if (first === undefined || word === undefined) continue;
    const used: [CommentLine, ...CommentLine[]] = [first];
    let value = begun;
    let next = comments[index + 1];
    while (!isComplete(word, value) && next?.line === first.line + used.length && !DIRECTIVE.test(next.content)) {
      used.push(next);
      value = `${value}\n${next.content}`;
      index += 1;
      next = comments[index + 1];
    }
    directives.push({ word, value, comments: used });
  }
  return directives;
}

function checkDirective(file: SqlFile, { word, value, comments: [{ start }] }: Directive): void {
  if (isComplete(word, value)) return;
  const what = word === "given" ? "what is given must end with a semicolon" : `what follows ${word}: is not JSON`;
  throw fileError(file, start, `${what}.`, {
    next: "It may go on over several comments, each on the line below the last.",
  });
}

/** Nothing would look at an expectation under another name. */
function checkSpelling(file: SqlFile, comments: readonly CommentLine[], directives: readonly Directive[]): void {
  const firstCall = directives.find(({ word }) => word === "call")?.comments[0].line ?? Infinity;
  const used = new Set(directives.flatMap((directive) => directive.comments));
  for (const comment of comments) {
    const { content, start, line } = comment;
    const [, word] = MISSPELT.exec(content) ?? [];
    if (word !== undefined && line > firstCall && !used.has(comment))
      throw fileError(file, start, `a test knows no ${word}:, only call, as, expect and given.`, {
        next: "Mend the word, or write the comment in another way.",
      });
  }
}

function readCaller(file: SqlFile, { value, comments: [{ start }] }: Directive): Caller {
  if (value === "nobody") return null;
  if (value.startsWith("{")) return JSON.parse(value) as Caller;
  if (/^\S+\|\S+$/.test(value)) return { user_id: value };
  throw fileError(file, start, "a caller is provider|subject, nobody, or a JSON object with user_id.", {
    next: 'Such as: -- as: {"user_id": "demo|ada", "tenant_id": "acme"}',
  });
}

function readCall(file: SqlFile, { value, comments: [{ start, line }] }: Directive): PlannedCall {
  const [, method, params] = /^([a-z]+(?:\/[a-z]+)*)\s*(\{[^]*)?$/i.exec(value) ?? [];
  if (method === undefined)
    throw fileError(file, start, "a call is a method and its parameters.", {
      next: 'Such as: -- call: tools/call {"name": "weather_at", "arguments": {"place": "Bergen"}}',
    });
  return { line, method, params, caller: null, expected: [] };
}

/** Everything but the statements is blank, so that their places stay what they are in the file. */
function readGiven(file: SqlFile, directives: readonly Directive[]): Promise<readonly SqlStatement[]> {
  let text = file.text.replace(/[^\n]/g, " ");
  const pieces = directives.flatMap(({ comments }) => comments);
  for (const { content, start } of pieces) {
    const [skipped = ""] = /^given:/.exec(content) ?? [];
    const from = start + skipped.length;
    text = text.slice(0, from) + content.slice(skipped.length) + text.slice(start + content.length);
  }
  return splitStatements({ path: file.path, text });
}

/** Reads how to try a file from its comments; README.md tells how they are written. */
export async function readTestPlan(file: SqlFile): Promise<TestPlan> {
  const comments = await commentLines(file);
  const directives = readDirectives(comments);
  checkSpelling(file, comments, directives);
  const calls: PlannedCall[] = [];
  for (const directive of directives) {
    checkDirective(file, directive);
    if (directive.word === "given") continue;
    if (directive.word === "call") {
      calls.push(readCall(file, directive));
      continue;
    }
    const call = calls.pop();
    if (call === undefined)
      throw fileError(file, directive.comments[0].start, `${directive.word}: stands below the call it is about.`);
    calls.push(
      directive.word === "as"
        ? { ...call, caller: readCaller(file, directive) }
        : { ...call, expected: [...call.expected, directive.value] },
    );
  }
  const given = await readGiven(
    file,
    directives.filter(({ word }) => word === "given"),
  );
  return { given, calls };
}

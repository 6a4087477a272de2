import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Outcome, PROGRAM, type Session, UsageError } from "./command.ts";
import { showPath } from "./file-path.ts";
import { type FileItem, readJsonLines, readSqlBlocks } from "./question-file.ts";
import { importQuestions, type QuestionList } from "./question-import.ts";
import { questionCount, showFault } from "./question-view.ts";

async function readItems(path: string, { locate, readInput }: Session): Promise<readonly FileItem[]> {
  if (path === "-") return readJsonLines(await readInput("Questions: "));
  let text: string;
  try {
    text = await readFile(locate(path), "utf8");
  } catch (error) {
    throw new UsageError(`${showPath(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return path.toLowerCase().endsWith(".sql") ? readSqlBlocks(text) : readJsonLines(text);
}

/** Saves what a file holds, and reports line by line what could not be saved. */
export async function addQuestionFile(
  session: Session,
  tenant: string,
  path: string,
  about: QuestionList["about"],
): Promise<Outcome> {
  const items = await readItems(path, session);
  if (items.length === 0) throw new UsageError(`${showPath(path)} holds no questions`);
  const { admin, progress } = session;
  const done = await importQuestions(
    admin,
    tenant,
    { items, about },
    { wait: setTimeout, onProgress: (count) => progress(`Questions tried: ${count} of ${items.length}`) },
  );
  const present = new Set((await admin.listQuestions(tenant)).map(({ id }) => id));
  const unseen = done.saved.filter(({ id }) => !present.has(id)).length;
  const late = `${questionCount(unseen)} cannot be seen yet. Look in a minute, and run this again if they are missing: ${PROGRAM} question list ${tenant}`;
  return {
    data: done,
    text: `Saved ${questionCount(done.saved.length)} of ${items.length}.`,
    warnings: [
      ...done.failed.map((fault) => `Line ${fault.line}:\n${showFault(fault)}`),
      // Cloudflare KV may show an older list to the next request, which then writes that one back.
      ...(unseen === 0 ? [] : [late]),
    ],
    failed: done.failed.length > 0 || unseen > 0,
  };
}

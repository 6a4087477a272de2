import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { Fault, NewQuestion, SavedQuestion } from "../admin-records.ts";
import { patiently, type Wait } from "./patiently.ts";
import type { FileItem } from "./question-file.ts";

/** No more than the Worker takes in one request. */
const PER_REQUEST = 20;

export interface Imported {
  saved: SavedQuestion[];
  /** By the line they begin in. */
  failed: ({ line: number } & Fault)[];
}

export interface QuestionList {
  readonly items: readonly FileItem[];
  /** Which connection those are about that name none; the tenant's default when this does not say. */
  readonly about: { readonly connection?: string };
}

export interface ImportHooks {
  readonly onProgress: (done: number) => void;
  readonly wait: Wait;
}

interface Pair {
  line: number;
  pair: NewQuestion;
}

/** Sends the questions a few at a time; each one is saved or has failed, whatever becomes of the others. */
export async function importQuestions(
  admin: Pick<AdminClient, "importQuestions">,
  tenant: string,
  { items, about }: QuestionList,
  { onProgress, wait }: ImportHooks,
): Promise<Imported> {
  const done: Imported = { saved: [], failed: [] };
  const pairs: Pair[] = [];
  for (const item of items) {
    if ("pair" in item) pairs.push(item);
    else done.failed.push({ line: item.line, code: "unreadable_line", message: item.problem });
  }
  for (let start = 0; start < pairs.length; start += PER_REQUEST) {
    const some = pairs.slice(start, start + PER_REQUEST);
    try {
      const sent = some.map(({ pair }) => Object.assign({}, about, pair));
      const { saved, failed } = await patiently(() => admin.importQuestions(tenant, sent), wait);
      done.saved.push(...saved);
      for (const { index, ...fault } of failed) done.failed.push({ line: some[index]?.line ?? 0, ...fault });
    } catch (error) {
      // What was saved before is not to be forgotten over it.
      if (!(error instanceof AdminError) || done.saved.length === 0) throw error;
      const fault = {
        code: error.code,
        message: error.message,
        ...(error.next === undefined ? {} : { next: error.next }),
      };
      for (const { line } of pairs.slice(start)) done.failed.push({ line, ...fault });
      break;
    }
    onProgress(Math.min(start + PER_REQUEST, pairs.length));
  }
  done.failed.sort((a, b) => a.line - b.line);
  return done;
}

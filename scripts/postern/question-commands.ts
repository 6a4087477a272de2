import type { CheckedQuestion } from "../admin-records.ts";
import { addQuestionFile } from "./add-question-file.ts";
import { type Command, defineCommand, PROGRAM, UsageError } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { writeSqlBlocks } from "./question-file.ts";
import { questionCount, questionTable, showFault } from "./question-view.ts";
import { showCell } from "./table.ts";
import { TENANT } from "./tenant-argument.ts";

const QUESTION = { name: "id", what: "the question's id, as question list shows it" } as const;

const add = defineCommand({
  name: "question add",
  summary: "Save a question in plain words with SQL that answers it, after trying the SQL",
  details: [
    "Saved questions show a text model how this database answers: the more they are like what people ask, the better its SQL. The Worker puts each through the guard, has it planned and fetches one row; what fails is not saved. The same question about the same connection is replaced.",
    'A file has one JSON object to a line, {"question": "...", "sql": "...", "connection": "..."}; or, when its name ends in .sql, SQL below comments "-- question: ..." and "-- connection: ...". Those that fail are reported with their line, the others are saved, and the exit code is 1; mend the file and run it again.',
    "A tenant can have 200, each of at most 1,000 characters and 8,000 characters of SQL.",
  ],
  arguments: [TENANT],
  options: {
    question: { type: "string", value: "text", what: "the question, as a person would ask it", otherwise: "--file" },
    sql: { type: "string", value: "sql", what: "one statement that reads and answers it", otherwise: "--file" },
    file: {
      type: "string",
      value: "path",
      what: "questions to save, or - to read JSON lines from stdin",
      otherwise: "the one of --question and --sql",
    },
    connection: {
      type: "string",
      value: "id",
      what: "the connection it is about; of a file, for those that name none",
      otherwise: "the tenant's default",
    },
  },
  examples: [
    {
      line: "question add acme --question 'How many orders are there?' --sql \"SELECT count(*) FROM orders\"",
      what: "One question.",
    },
    { line: "question add acme --file questions.sql", what: "Many, from a file." },
  ],
  next: `Look at them: ${PROGRAM} question list <tenant>`,
  async run(session, { tenant }, { question, sql, file, connection }) {
    const about = connection === undefined ? {} : { connection };
    if (file !== undefined) {
      if (question !== undefined || sql !== undefined)
        throw new UsageError("Give --file, or --question and --sql, not both");
      return await addQuestionFile(session, tenant, file, about);
    }
    if (question === undefined || sql === undefined) throw new UsageError("Give --question and --sql, or --file");
    const { question: saved, check } = await session.admin.addQuestion(tenant, { question, sql, ...about });
    const rows = check.works && !check.hasRows ? ["It runs, and gives no rows just now."] : [];
    return {
      data: { ...saved, check },
      text: `Saved question ${saved.id} about connection ${saved.connection}.`,
      warnings: rows,
    };
  },
});

const list = defineCommand({
  name: "question list",
  summary: "List a tenant's saved questions",
  arguments: [TENANT],
  options: { export: { type: "boolean", what: "print them as a file that question add takes" } },
  examples: [
    { line: "question list acme", what: "Every question in a line." },
    { line: "question list acme --export", what: "To change them, or for another tenant.", after: "> questions.sql" },
  ],
  next: `See whether their SQL still runs: ${PROGRAM} question check <tenant>`,
  async run({ admin }, { tenant }, { export: isExport }) {
    const questions = await admin.listQuestions(tenant);
    return { data: questions, text: isExport ? writeSqlBlocks(questions) : questionTable(tenant, questions) };
  },
});

const check = defineCommand({
  name: "question check",
  summary: "Try the SQL of saved questions again, and tell which no longer runs",
  details: ["After a change of the schema or of the tenant's policy. Exit code 1 when the SQL of one does not run."],
  arguments: [TENANT, { ...QUESTION, what: "the question to check; all of them when left out", isOptional: true }],
  options: {},
  examples: [{ line: "question check acme", what: "All questions of acme." }],
  next: `Save it with other SQL by ${PROGRAM} question add, or take it away: ${PROGRAM} question remove <tenant> <id>`,
  async run({ admin, progress }, { tenant, id }) {
    const ids = id === undefined ? (await admin.listQuestions(tenant)).map((question) => question.id) : [id];
    const checked: CheckedQuestion[] = [];
    for (const each of ids) {
      checked.push(await admin.checkQuestion(tenant, each));
      if (ids.length > 1) progress(`Questions checked: ${checked.length} of ${ids.length}`);
    }
    const broken = checked.flatMap(({ question, check: found }) =>
      found.works ? [] : [`${question.id} ${showCell(question.question)}\n${showFault(found)}`],
    );
    const summary = `${questionCount(checked.length - broken.length)} of ${checked.length} run${broken.length === 0 ? "." : ":"}`;
    return {
      data: checked,
      text: checked.length === 0 ? questionTable(tenant, []) : [summary, ...broken].join("\n"),
      failed: broken.length > 0,
    };
  },
});

const remove = defineCommand({
  name: "question remove",
  summary: "Take a saved question away",
  details: [ASKS_FIRST],
  arguments: [TENANT, QUESTION],
  options: YES,
  examples: [{ line: "question remove acme 3f1c09ab52", what: "It is no example any more." }],
  next: `See what is left: ${PROGRAM} question list <tenant>`,
  async run({ admin, confirm }, { tenant, id }, { yes }) {
    if (!yes) await confirm(`Remove saved question ${id} of tenant ${tenant}?`);
    await admin.deleteQuestion(tenant, id);
    return { data: { removed: id }, text: `Removed saved question ${id}.` };
  },
});

export const QUESTION_COMMANDS: readonly Command[] = [add, list, check, remove];

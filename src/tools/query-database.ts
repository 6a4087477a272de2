import { addressQuery } from "./address-query.ts";
import { chooseConnection } from "./choose-connection.ts";
import { defineTool, readOnly } from "./define-tool.ts";
import { remainderOf, structureOf, tableOf } from "./describe-page.ts";
import { questionInput, questionOutput } from "./query-schema.ts";
import { answerQuestion } from "./question/answer-question.ts";
import { isQuestion } from "./question/is-question.ts";
import { adviseToAsk } from "./question/mistaken-text.ts";
import { readPage } from "./read-page.ts";

export const queryDatabase = defineTool({
  name: "query_database",
  title: "Ask the database",
  description: "Answer a question in plain words (end it with ?), or run SQL like query. The answer shows the SQL.",
  scope: "read",
  input: questionInput,
  output: questionOutput,
  annotations: readOnly,
  async run(context, given) {
    const { args, chosen } = await addressQuery(context, given);
    if (chosen !== undefined) return await chooseConnection(context, chosen);
    if (await isQuestion(args.query)) return await answerQuestion(context, args);
    const page = await readPage(context, args).catch(adviseToAsk(args.query));
    const { database, id } = page.database.connection;
    const heading = `Database: ${id} (${database})\n\nSQL Query:\n${args.query}\n\n`;
    const results = `Results (${String(page.rows.length)} rows${remainderOf(page)}):\n`;
    return {
      text: `${heading}${results}${tableOf(page, args.format)}`,
      structured: structureOf(page),
    };
  },
});

import { readSchema } from "../catalog/schema.ts";
import { AppError } from "../errors.ts";
import { defineTool, readOnly } from "./define-tool.ts";
import { describeSchema } from "./describe-schema.ts";
import { explainEmptySchema } from "./explain-empty-schema.ts";
import { schemaInput, schemaOutput } from "./schema-info-schema.ts";
import { summarizeSchema } from "./summarize-schema.ts";

const SUMMARY_ABOVE = 10;
const FIRST_NAMES = 5;

export const getSchemaInfo = defineTool({
  name: "get_schema_info",
  title: "Look up tables and columns",
  description:
    "Tables, views and their columns: types, keys, references, comments, row estimates. Call it before writing SQL. Without filters a large database is summarised.",
  scope: "read",
  input: schemaInput,
  output: schemaOutput,
  annotations: readOnly,
  async run(context, args) {
    // Models fill in arguments they do not need with empty text.
    const [schema, table] = [args.schema_name, args.table_name].map((name) => (name === "" ? undefined : name));
    if (table !== undefined && schema === undefined) {
      throw new AppError("invalid_arguments", "table_name requires schema_name to be specified.", {
        next: "Pass schema_name too; call get_schema_info without filters to find it.",
      });
    }
    const { policy } = context.tenant;
    const database = context.database(args.connection);
    const vectorsOnly = args.vector_tables_only ?? false;
    const withColumns = table !== undefined || !(args.compact ?? false);
    const filters = {
      ...(schema === undefined ? {} : { schema }),
      ...(table === undefined ? {} : { table }),
      vectorsOnly,
    };
    const isUnfiltered = schema === undefined && !vectorsOnly && withColumns;
    const answer = await readSchema(
      database.read,
      {
        ...filters,
        withColumns,
        ...(isUnfiltered ? { summaryAbove: SUMMARY_ABOVE } : {}),
        firstNames: FIRST_NAMES,
        maxCharacters: policy.maxBytes,
        maxTextCharacters: policy.maxCellCharacters,
      },
      policy,
    );
    const { id, database: name } = database.connection;
    if (answer.total === 0) {
      const text = await explainEmptySchema(database, policy, filters);
      return { text, structured: { database: name, tables: [], truncated: false } };
    }
    const heading = `Database: ${id} (${name})\n`;
    if (answer.isSummary) {
      const { summary, text } = summarizeSchema(answer, FIRST_NAMES);
      const truncated = summary.schemas.length < summary.schemaCount;
      return { text: heading + text, structured: { database: name, tables: [], summary, truncated } };
    }
    const { text, relations, truncated } = describeSchema(answer, policy, withColumns);
    return { text: heading + text, structured: { database: name, tables: relations, truncated } };
  },
});

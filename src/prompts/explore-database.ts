import { completeSchema } from "./complete-arguments.ts";
import { composePrompt, draftNames } from "./compose-prompt.ts";
import { connectionArgument } from "./connection-argument.ts";
import { definePrompt } from "./define-prompt.ts";
import { describeNothing, describeRelations, describeServer } from "./describe-database.ts";
import { exploreDrafts } from "./explore-drafts.ts";
import { type Facts, readFacts } from "./read-facts.ts";

export const exploreDatabase = definePrompt({
  name: "explore-database",
  title: "Explore the database",
  description: "Learn what the database holds, how its tables hang together and which questions it can answer.",
  arguments: [
    { name: "schema", description: "Only this schema", required: false, complete: completeSchema },
    connectionArgument,
  ],
  async render(context, args) {
    const facts = await readFacts(context, args, { purpose: "explore", relations: 40, columns: 30 });
    return facts.server.relations === 0 ? renderNothing(facts) : renderDatabase(facts);
  },
});

function renderDatabase(facts: Facts): string {
  const queries = exploreDrafts(facts.relations);
  const drafts = draftNames("Q", queries);
  const steps = [
    "Sort the relations: things (others refer to them), events (many rows and a time), lists (few rows, referred to), links (a key made of references), and views, which repeat the others. A comment outranks a name. Where both are silent, say that you are guessing.",
    ...(drafts === undefined
      ? []
      : [
          `Run ${drafts} with query, one call each. They show what a catalogue cannot: how far back the data goes and whether it is current, which values occur, how many rows a join yields, what the documents contain.`,
        ]),
    "For a relation shown without columns, or for defaults, enum labels and all indexes, call get_schema_info with schema_name and table_name (bare names, without SQL's quotes); with compact=true it lists all relations of a schema. read_resource with list=true shows which documents there are.",
    "Judge what you see. Worth reporting: a table without rows, a newest date long past, references that match nothing, a column with one value, an estimate far from the count. Of a table with row security you see only the rows that this tenant may see, so never call its count a total.",
    "Stop when you can say of each relation above what one row is, or after ten queries. Name what you did not look at.",
    "Answer with: one paragraph on what the database is for; the relations by group, one line each (what one row is, how many, from when to when); how they join, naming the columns; five questions it answers, each with SQL that you have run; what is doubtful.",
  ];
  return composePrompt(facts, {
    request: ["Find out what this Postgres database holds, and tell me."],
    facts: [
      ...describeServer(facts),
      "",
      "The most referred to first:",
      ...describeRelations(facts.relations, facts.server.inScope),
    ],
    queries,
    changes: [],
    steps,
  });
}

function renderNothing(facts: Facts): string {
  const steps = facts.server.unreadable
    ? [
        "Tell me that Postern's role may read no table here. The statements in the block would let it; the_schema stands for the schema to open. They are for an owner of the tables to run, and should name no more than I want an assistant to read.",
        "Do not guess at what the database holds. Once I say that the grants are made, call get_schema_info and start over.",
      ]
    : [
        "Tell me that this database has no tables or views. Check with server_info that it is the connection I mean, since a wrong database name looks just like this.",
        "If it is the right one, ask what it is to hold; the prompt design-schema starts from there. Do not invent contents.",
      ];
  return composePrompt(facts, {
    request: ["Find out what this Postgres database holds, and tell me."],
    facts: describeNothing(facts),
    queries: [],
    changes: [],
    steps,
  });
}

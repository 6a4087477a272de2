import type { RelationFacts } from "../catalog/overview-facts.ts";
import { completeTable } from "./complete-arguments.ts";
import { completeSearchText } from "./complete-text.ts";
import { composePrompt, draftNames, quoteBlock } from "./compose-prompt.ts";
import { connectionArgument } from "./connection-argument.ts";
import { definePrompt } from "./define-prompt.ts";
import { describeNothing, describeRelations, describeServer } from "./describe-database.ts";
import { textArgument } from "./prompt-arguments.ts";
import { type Facts, readFacts } from "./read-facts.ts";
import { searchChanges, vectorStateOf } from "./search-changes.ts";
import { proseColumns, vectorColumns } from "./search-columns.ts";
import { vectorDrafts, wordDrafts } from "./search-drafts.ts";
import { describeForSearch, nothingSteps, searchSteps } from "./search-steps.ts";

/** How many relations to write drafts for. */
const MAX_SEARCHED = 2;

export const setupSemanticSearch = definePrompt({
  name: "setup-semantic-search",
  title: "Set up semantic search",
  description: "Search the texts for a meaning with what the database has now, and plan what would find more.",
  arguments: [
    { name: "query_text", description: "What to search for", required: true, complete: completeSearchText },
    {
      name: "table",
      description: "Where to search; default the tables with most prose",
      required: false,
      complete: completeTable,
    },
    connectionArgument,
  ],
  async render(context, args) {
    const text = textArgument(args, "query_text") ?? "";
    const facts = await readFacts(context, args, { purpose: "search", relations: 10, columns: 30 });
    return renderSearch(facts, text);
  },
});

function renderSearch(facts: Facts, text: string): string {
  const asked = facts.relations.filter((relation) => relation.asked);
  const searched = (asked.length > 0 ? asked : facts.relations).filter(hasTexts).slice(0, MAX_SEARCHED);
  const about = { ...facts, relations: searched };
  const byWords = wordDrafts(about);
  const queries = [...byWords, ...vectorDrafts(about)];
  const changes = searchChanges(about);
  return composePrompt(facts, {
    request: ["Set up search by meaning in this Postgres database, and try it on this:", quoteBlock(text)],
    facts: describeTexts(facts),
    queries,
    changes,
    steps:
      searched.length === 0
        ? nothingSteps(facts.server.relations === 0 ? "No table" : "No table with prose")
        : searchSteps({
            text,
            words: draftNames("Q", byWords),
            vectors: queries.slice(byWords.length).map((_, index) => `Q${String(byWords.length + index + 1)}`),
            changes: draftNames("U", changes),
            state: vectorStateOf(about),
          }),
  });
}

const hasTexts = (relation: RelationFacts): boolean =>
  proseColumns(relation).length > 0 || vectorColumns(relation).length > 0;

function describeTexts(facts: Facts): readonly string[] {
  if (facts.server.relations === 0) return describeNothing(facts);
  const relations = facts.relations.filter((relation) => relation.asked || hasTexts(relation));
  if (relations.length === 0) return describeServer(facts);
  const lines = describeRelations(relations, facts.server.inScope, describeForSearch);
  return [...describeServer(facts), "", "The longest texts first:", ...lines];
}

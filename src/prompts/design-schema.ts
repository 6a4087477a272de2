import { completeFrom } from "./complete-arguments.ts";
import { completeRequirements } from "./complete-text.ts";
import { composePrompt, draftNames, quoteBlock } from "./compose-prompt.ts";
import { connectionArgument } from "./connection-argument.ts";
import { definePrompt } from "./define-prompt.ts";
import { describeNothing, describeRelations, describeServer } from "./describe-database.ts";
import { tablePattern } from "./design-drafts.ts";
import { designSteps, USE_CASES } from "./design-steps.ts";
import { exploreDrafts } from "./explore-drafts.ts";
import { namesInProse } from "./named-tables.ts";
import { choiceArgument, textArgument } from "./prompt-arguments.ts";
import { readFacts } from "./read-facts.ts";
import { conventionsOf } from "./schema-conventions.ts";

const SWITCH = ["false", "true"] as const;
const MAX_QUERIES = 3;
const MAX_RELATED = 10;

export const designSchema = definePrompt({
  name: "design-schema",
  title: "Design a schema",
  description: "Design tables for new requirements so that they fit the ones that exist; the DDL is for you to run.",
  arguments: [
    {
      name: "requirements",
      description: "What is to be stored, and which questions it must answer",
      required: true,
      complete: completeRequirements,
    },
    {
      name: "use_case",
      description: "oltp, olap, hybrid or general (default)",
      required: false,
      complete: completeFrom(USE_CASES),
    },
    {
      name: "full_featured",
      description: "true: also row security, roles, history, partitioning and migration; default false",
      required: false,
      complete: completeFrom(SWITCH),
    },
    connectionArgument,
  ],
  async render(context, args) {
    const useCase = choiceArgument(args, "use_case", USE_CASES);
    const full = choiceArgument(args, "full_featured", SWITCH) === "true";
    const requirements = textArgument(args, "requirements") ?? "";
    const names = namesInProse(requirements);
    const facts = await readFacts(context, args, { purpose: "design", relations: 40, columns: 30, names });
    const related = facts.relations.filter((relation) => relation.mentioned);
    const queries = exploreDrafts(related).slice(0, MAX_QUERIES);
    const changes = [tablePattern(facts)];
    const empty = facts.server.relations === 0;
    return composePrompt(facts, {
      request: ["Design the tables for this, so that they fit the database as it is:", quoteBlock(requirements)],
      facts: [
        ...(empty ? describeNothing(facts) : [...describeServer(facts), "", ...conventionsOf(facts.relations), ""]),
        ...(related.length === 0
          ? []
          : [
              `Named in the requirements: ${related
                .slice(0, MAX_RELATED)
                .map(({ name }) => name)
                .join(", ")}`,
            ]),
        ...(empty ? [] : describeRelations(facts.relations, facts.server.inScope)),
      ],
      queries,
      changes,
      steps: designSteps({
        useCase,
        full,
        queries: draftNames("Q", queries),
        related: related.length,
        server: facts.server,
      }),
    });
  },
});

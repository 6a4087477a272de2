import type { RelationFacts } from "../catalog/overview-facts.ts";
import { AppError } from "../errors.ts";
import { guard } from "../sql/guard.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import { completeTable } from "./complete-arguments.ts";
import { completeIssue, completeQuery } from "./complete-text.ts";
import { composePrompt, type Draft, draftNames, quoteBlock } from "./compose-prompt.ts";
import { connectionArgument } from "./connection-argument.ts";
import { definePrompt } from "./define-prompt.ts";
import { describeNothing, describeRelations, describeServer } from "./describe-database.ts";
import { diagnoseDrafts } from "./diagnose-drafts.ts";
import { describeForDiagnosis, type Finding, findingsOf } from "./diagnose-findings.ts";
import { diagnoseSteps } from "./diagnose-steps.ts";
import { namesInProse, namesInSql } from "./named-tables.ts";
import { textArgument } from "./prompt-arguments.ts";
import { type Facts, readFacts } from "./read-facts.ts";

const MAX_FINDINGS = 10;
/** Relations to look at when none is named. */
const MAX_UNNAMED = 4;

export const diagnoseQueryIssue = definePrompt({
  name: "diagnose-query-issue",
  title: "Diagnose a query",
  description: "Find out why a query fails, is slow or returns the wrong rows, and what would mend it.",
  arguments: [
    { name: "issue_description", description: "What goes wrong", required: false, complete: completeIssue },
    { name: "query", description: "The SQL in question", required: false, complete: completeQuery },
    { name: "table", description: "A table it concerns", required: false, complete: completeTable },
    connectionArgument,
  ],
  async render(context, args) {
    const { policy } = context.tenant;
    const [issue, query] = [textArgument(args, "issue_description"), textArgument(args, "query")];
    const judged = query === undefined ? undefined : await judge(query, policy);
    const names = [...(judged?.names ?? []), ...namesInProse(issue ?? "")];
    const facts = await readFacts(context, args, { purpose: "diagnose", relations: 8, columns: 30, names });
    const relations = concerned(facts.relations);
    const findings = relations.flatMap(findingsOf).slice(0, MAX_FINDINGS);
    const queries = diagnoseDrafts(relations);
    const changes = findings.flatMap(({ remedy }): readonly Draft[] => (remedy === undefined ? [] : [remedy]));
    return composePrompt(facts, {
      request: [
        "Find out what is wrong with a query of mine, and what would mend it.",
        ...(issue === undefined ? [] : ["What I see:", quoteBlock(issue)]),
        ...(query === undefined ? [] : ["The query:", quoteBlock(query, "sql"), judged?.verdict ?? ""]),
      ],
      facts: [...describeConcerned(facts, relations), ...describeFindings(findings)],
      queries,
      changes,
      steps: diagnoseSteps({
        issue,
        query,
        nothing: relations.length === 0,
        queries: draftNames("Q", queries),
        changes: draftNames("U", changes),
        policy,
      }),
    });
  },
});

const isNamed = ({ asked, mentioned }: RelationFacts): boolean => asked || mentioned;

/** The relations asked for or named; where none is, the ones that sequential scans read most. */
function concerned(relations: readonly RelationFacts[]): readonly RelationFacts[] {
  const named = relations.filter(isNamed);
  return named.length > 0 ? named : relations.slice(0, MAX_UNNAMED);
}

function describeConcerned(facts: Facts, relations: readonly RelationFacts[]): readonly string[] {
  if (relations.length === 0) return describeNothing(facts);
  const title = relations.some(isNamed)
    ? "The tables named:"
    : "No table was named. These are the ones of which sequential scans have read most rows:";
  return [...describeServer(facts), "", title, ...describeRelations(relations, relations.length, describeForDiagnosis)];
}

function describeFindings(findings: readonly Finding[]): readonly string[] {
  return findings.length === 0 ? [] : ["", "Findings:", ...findings.map(({ text }) => `- ${text}`)];
}

interface Judged {
  readonly verdict: string;
  /** The tables it reads; where it cannot be parsed, whatever could be one. */
  readonly names: readonly string[];
}

/** Whether Postern would run the query; the guard needs no database for that. */
async function judge(query: string, policy: TenantPolicy): Promise<Judged> {
  try {
    const { relations } = await guard(query, policy);
    const names = relations.map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
    return { verdict: "Postern's guard lets it pass; whether its names exist, running it will tell.", names };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { position, next } = thrown.details;
    const place = position === undefined ? "" : ` (character ${String(position)})`;
    const verdict = `Postern does not run it as it stands: ${thrown.message}${place} ${next ?? ""}`.trimEnd();
    return { verdict, names: namesInSql(query) };
  }
}

import { chooseRelations } from "../../catalog/choose-relations.ts";
import { readCandidates } from "../../catalog/relation-candidates.ts";
import { type ColumnDetail, readDetails, type RelationDetail } from "../../catalog/relation-details.ts";
import type { Database } from "../../context.ts";
import { estimateTokens } from "../../search/estimate-tokens.ts";
import { questionStems, stemsOf } from "../../search/word-stems.ts";
import type { TenantPolicy } from "../../tenants/records.ts";
import { visibleFacts } from "../visible-facts.ts";
import { describeTable, type TableDetail } from "./describe-table.ts";

/** What SQL that answers a question needs to know of the database: facts of its schema, and nothing of its rows. */
export interface SchemaContext {
  readonly connection: Database["connection"];
  readonly version: string;
  /** Somebody else's words: names and comments. */
  readonly text: string;
  /** How many relations it tells of, and how many there are. */
  readonly shown: number;
  readonly total: number;
}

/** Of a table that takes too much, less and less is told. */
const levels: readonly TableDetail[] = [
  { columns: Infinity, withComments: true },
  { columns: 40, withComments: true },
  { columns: 20, withComments: true },
  { columns: 20, withComments: false },
  { columns: 6, withComments: false },
];

/** No table may take more of a large budget, so that others fit beside it. */
const MAX_SHARE = 0.35;
const LEAST_TOKENS = 400;
/** For the line that tells what is left out, and the names in it. */
const OMITTED_TOKENS = 60;
const OMITTED_NAMES_TOKENS = 40;

/** The tables that the question seems to be about and those that join them, within a budget; at most two round trips. */
export async function readSchemaContext(
  database: Database,
  policy: TenantPolicy,
  question: string,
  maxTokens: number,
): Promise<SchemaContext> {
  const words = questionStems(question);
  const found = await readCandidates(database.read, policy, words);
  const chosen = chooseRelations(words, found);
  const details = chosen.length === 0 ? [] : await readDetails(database.read, policy, chosen);
  const asked = new Set(words);
  const tellingWords = ({ name, comment = "" }: ColumnDetail): number =>
    new Set(stemsOf(`${name} ${comment}`)).intersection(asked).size;
  const { texts, left } = fitTables(visibleFacts(details), maxTokens - OMITTED_TOKENS, tellingWords);
  const others = found.total - texts.length;
  const omitted = others === 0 ? "" : `\n\n${namesOf(left, others)}`;
  const { connection } = database;
  return {
    connection,
    version: found.version,
    text: `${texts.join("\n")}${omitted}`,
    shown: texts.length,
    total: found.total,
  };
}

function fitTables(
  relations: readonly RelationDetail[],
  maxTokens: number,
  tellingWords: (column: ColumnDetail) => number,
): { readonly texts: readonly string[]; readonly left: readonly RelationDetail[] } {
  const texts: string[] = [];
  const left: RelationDetail[] = [];
  let remaining = maxTokens;
  for (const relation of relations) {
    const most = Math.min(remaining, Math.max(maxTokens * MAX_SHARE, LEAST_TOKENS));
    const fitting = levels
      .map((level) => describeTable(relation, level, tellingWords))
      .find((text) => estimateTokens(text) <= most);
    if (fitting === undefined) left.push(relation);
    else {
      texts.push(fitting);
      remaining -= estimateTokens(fitting) + 1;
    }
  }
  return { texts, left };
}

function namesOf(left: readonly RelationDetail[], others: number): string {
  let tokens = OMITTED_NAMES_TOKENS;
  const names = left.map(({ name }) => name).filter((name) => (tokens -= estimateTokens(name) + 1) >= 0);
  const such = names.length === 0 ? "" : `, such as ${names.join(", ")}`;
  return `Not shown: ${others.toLocaleString("en-US")} other tables and views${such}.`;
}

import type { ModelCheck, ModelInfo, ModelUse } from "../admin-records.ts";
import { renderTable, showCell } from "./table.ts";

const sources = {
  tenant: "the tenant's own",
  deployment: "the deployment's",
  "built in": "built in",
  none: "none: questions in plain words get the schema instead of SQL",
} as const;

const yesNo = (is: boolean | undefined): string => (is === undefined ? "" : is ? "yes" : "no");

export function modelTable(models: readonly ModelInfo[]): string {
  const rows = models.map(({ use, source, provider = "", model = "", url = "", dimensions, hasKey, problem }) => [
    use,
    provider,
    model,
    dimensions === undefined ? "" : String(dimensions),
    url,
    yesNo(hasKey),
    problem === undefined ? sources[source] : `${sources[source]}, set up wrongly: ${problem}`,
  ]);
  return renderTable(["USE", "PROVIDER", "MODEL", "DIMENSIONS", "URL", "KEY", "FROM"], rows);
}

/** "text: gpt-x of openai answers (21 tokens)", or why it does not. */
export function showModelCheck(use: ModelUse, check: ModelCheck): string {
  if (!check.works) {
    const next = check.next === undefined ? "" : ` ${showCell(check.next)}`;
    return `${use}: no answer (${check.code}). ${showCell(check.message)}${next}`;
  }
  const { model, provider, dimensions, tokens } = check;
  const facts = [
    ...(dimensions === undefined ? [] : [`${dimensions} dimensions`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens used`]),
  ];
  const noted = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return `${use}: ${showCell(model)} of ${showCell(provider)} answers${noted}`;
}

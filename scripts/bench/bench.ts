// Measures Postern against the bare driver, both in workerd, in one run: see the ratios, not the milliseconds.
import { parseArgs } from "node:util";
import { CASES } from "./cases.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureGuard } from "./guard-cost.ts";
import { measureMemory } from "./memory-run.ts";
import { type Effort, measure, timeCalls, warmUp } from "./measure.ts";
import { type PreparedCase, prepareCase } from "./prepare-case.ts";
import { renderReport } from "./report.ts";
import { measureRivals } from "./rivals/measure-rivals.ts";
import { measureSearch } from "./search/search-quality.ts";
import { createSend } from "./send.ts";
import { startStack } from "./start-stack.ts";
import { staticFigures } from "./static-figures.ts";
import { type BenchResult, type CaseResult, summarize } from "./summary.ts";
import { measureSteps } from "./throughput-steps.ts";
import { writeTables } from "./write-tables.ts";

const HELP = `npm run bench -- [options]

  --quick       a short run, for a first impression
  --no-rivals   leave out the other servers, which are installed from npm into a temporary folder
  --readme      also write the tables of README and docs/measured.md anew
  --json        print the figures as JSON
  --help        show this
`;

const FULL: Effort = {
  warmUpMs: 1_500,
  latencyRounds: 24,
  callsPerRound: 20,
  throughputRounds: 6,
  roundMs: 500,
  concurrency: 16,
  memoryRunMs: 60_000,
  maxRoundMs: 500,
};
const QUICK: Effort = {
  ...FULL,
  warmUpMs: 600,
  latencyRounds: 10,
  throughputRounds: 4,
  roundMs: 200,
  memoryRunMs: 5_000,
};

type Cleanups = (() => Promise<void>)[];

async function run(
  effort: Effort,
  withRivals: boolean,
  say: (line: string) => void,
  cleanups: Cleanups,
): Promise<BenchResult> {
  const started = performance.now();
  const stack = await startStack(say, cleanups);
  const prepared: PreparedCase[] = [];
  for (const bench of CASES) prepared.push(await prepareCase(stack, bench));
  say("Warming up");
  for (const { sends } of prepared) await warmUp(sends, effort);
  const cases: CaseResult[] = [];
  for (const { facts, sends } of prepared) {
    say(`Measuring ${facts.name}`);
    cases.push({ facts, measured: await measure(sends, effort) });
  }
  say("Measuring the guard and the floor");
  const guard = await measureGuard(stack.url("guard-worker"), effort.throughputRounds);
  const floor = await timeCalls(createSend({ url: stack.url("bare-worker"), method: "GET" }), 500, effort.maxRoundMs);
  const [first] = prepared;
  if (first === undefined) throw new Error("there is nothing to measure");
  say("Measuring with more and more clients");
  const steps = await measureSteps(first.sends, effort);
  say("Watching the memory");
  const memory = await measureMemory(first.sends.postern, stack.workerdPid, effort);
  say("Measuring cold starts");
  const { storage, ...services } = stack.services;
  const coldStart = await measureColdStart(stack.folder, services, storage, effort.throughputRounds);
  say("Judging what similarity_search finds");
  const search = await measureSearch(stack);
  const plain = { search, guard, steps, memory, coldStart, ...(await staticFigures(stack)) };
  const rivals = withRivals ? await measureRivals(stack, effort, say) : undefined;
  return { cases, floor, ...plain, rivals, seconds: (performance.now() - started) / 1000 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      "no-rivals": { type: "boolean", default: false },
      readme: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const effort = values.quick ? QUICK : FULL;
  const cleanups: Cleanups = [];
  const cleanUp = async (): Promise<void> => {
    for (const undo of cleanups.splice(0).toReversed()) await undo();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    const say = (line: string): void => console.error(`  ${line} ...`);
    const summary = summarize(await run(effort, !values["no-rivals"], say, cleanups));
    if (values.readme) writeTables(summary);
    console.log(values.json ? JSON.stringify(summary, null, 2) : renderReport(summary, effort.concurrency));
  } finally {
    await cleanUp();
  }
}

try {
  await main();
} catch (error) {
  console.error(`The bench broke: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
